#include "session/open.h"

#pragma once

#include <pliant/error.h>
#include <pliant/io.h>
#include <pliant/mesh.h>
#include <pliant/tet_mesh.h>
#include <pliant/topology.h>
#include <pliant/version.h>

#pragma once

#include "run_program.h"

namespace pliant::test {

/// Runs the program while the system fails as preload/faults.cpp makes it.
class FaultTest : public ProgramTest {
 protected:
  void SetUp() override {
    ProgramTest::SetUp();
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    GTEST_SKIP() << "sanitizers want to be loaded first";
#endif
  }

  Outcome with_fault(const std::string& fault, const std::string& arguments) const {
    return run("env", "PLIANT_FAULT=" + fault +
                          " LD_PRELOAD='" PLIANT_FAULTS "' '" PLIANT_PROGRAM "' " + arguments);
  }
};

}  // namespace pliant::test

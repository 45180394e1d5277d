#include "binding.h"

PYBIND11_MODULE(_pliant, m) {
  using namespace pliant::python;
  m.doc() = "What the package pliant is made of.";
  declare_errors(m);
  declare_mesh(m);
  declare_meshing(m);
  declare_materials(m);
  declare_obstacles(m);
  declare_bodies(m);
  declare_spectral(m);
  declare_model(m);
  declare_dynamics(m);
  declare_contact(m);
  declare_state(m);
  declare_shared_vectors(m);
  declare_batch(m);
  declare_sensitivities(m);
  declare_declared(m);
  declare_stage(m);
  declare_run(m);
  declare_simulation(m);
  declare_recording(m);
  declare_machine(m);
}

#include "base/text.h"
#include "record/export/export.h"
#include "record/export/output_stream.h"

namespace pliant::record {

namespace {

std::string quoted(const std::string& words) {
  std::string out = "\"";
  for (const char c : words) out += c == '"' ? std::string("\"\"") : std::string(1, c);
  return out + '"';
}

void append(std::string& row, const Vec3d& v) {
  row += text(',', v.x, ',', v.y, ',', v.z);
}

}  // namespace

std::size_t export_csv(const ExportJob& job) {
  OutputStream out(job.target);
  out.write("step,time [s],body,vertex,x [m],y [m],z [m],vx [m/s],vy [m/s],vz [m/s]\n");
  for (std::size_t i = 0; i < job.frames.size(); ++i) {
    const RecordedFrame frame = job.read(i);
    for (std::size_t b = 0; b < frame.bodies.size(); ++b) {
      const BodyFrame& body = frame.bodies[b];
      const std::string start =
          text(frame.step, ',', frame.time, ',', quoted(job.recording.bodies()[b].name), ',');
      for (std::size_t v = 0; v < body.positions.size(); ++v) {
        std::string row = text(start, v);
        append(row, body.positions[v]);
        if (body.velocities.empty())
          row += ",,,";
        else
          append(row, body.velocities[v]);
        out.write(row + '\n');
      }
    }
  }
  out.finish();
  return job.frames.size();
}

}  // namespace pliant::record

#include "bullet/bullet_body.h"

#include <BulletSoftBody/btSoftBody.h>
#include <BulletSoftBody/btSoftBodyRigidBodyCollisionConfiguration.h>
#include <BulletSoftBody/btSoftRigidDynamicsWorld.h>
#include <btBulletDynamicsCommon.h>

namespace pliant::bench {

namespace {

btVector3 to_bullet(const Vec3d& a) {
  return {static_cast<btScalar>(a.x), static_cast<btScalar>(a.y), static_cast<btScalar>(a.z)};
}

class WithBullet final : public BulletBody {
 public:
  WithBullet(const Body& body, std::span<const Triangle> boundary, const Dynamics& dynamics)
      : step_(static_cast<btScalar>(dynamics.time_step)),
        dispatcher_(&configuration_),
        world_(&dispatcher_, &broadphase_, &solver_, &configuration_),
        plane_(btVector3(0, 1, 0), 0),
        ground_(0, nullptr, &plane_) {
    world_.setGravity(to_bullet(dynamics.gravity));
    world_.getWorldInfo().m_gravity = to_bullet(dynamics.gravity);
    if (!dynamics.obstacles.empty()) world_.addRigidBody(&ground_);
    add_body(body, boundary);
  }
  WithBullet(const WithBullet&) = delete;
  WithBullet& operator=(const WithBullet&) = delete;
  ~WithBullet() override {
    world_.removeSoftBody(soft_.get());
    if (ground_.isInWorld()) world_.removeRigidBody(&ground_);
  }

  void step(std::int64_t count) override {
    for (; count > 0; --count) world_.stepSimulation(step_, 0);
  }

  std::vector<Vec3d> positions() const override {
    std::vector<Vec3d> out;
    for (int i = 0; i < soft_->m_nodes.size(); ++i) {
      const btVector3& x = soft_->m_nodes[i].m_x;
      out.push_back({double(x.x()), double(x.y()), double(x.z())});
    }
    return out;
  }

 private:
  void add_body(const Body& body, std::span<const Triangle> boundary) {
    btAlignedObjectArray<btVector3> points;
    std::vector<btScalar> masses;
    for (std::size_t i = 0; i < body.vertices.size(); ++i) {
      points.push_back(to_bullet(body.vertices[i]));
      masses.push_back(static_cast<btScalar>(body.masses[i]));
    }
    soft_ = std::make_unique<btSoftBody>(&world_.getWorldInfo(), points.size(), &points[0],
                                         masses.data());
    btSoftBody::Material* material = soft_->appendMaterial();
    material->m_kLST = 1;
    for (const Relations& set : body.relations)
      if (set.law == "DistanceSpring")
        for (std::size_t i = 0; i + 1 < set.vertices.size(); i += 2)
          soft_->appendLink(static_cast<int>(set.vertices[i]),
                            static_cast<int>(set.vertices[i + 1]), material);
    for (const Triangle& t : boundary)
      soft_->appendFace(static_cast<int>(t[0]), static_cast<int>(t[1]), static_cast<int>(t[2]),
                        material);
    soft_->m_cfg.kVC = 1;
    soft_->m_cfg.kDP = 0.001f;
    soft_->m_cfg.piterations = 1;
    soft_->setPose(true, false);
    world_.addSoftBody(soft_.get());
  }

  btScalar step_;
  btSoftBodyRigidBodyCollisionConfiguration configuration_;
  btCollisionDispatcher dispatcher_;
  btDbvtBroadphase broadphase_;
  btSequentialImpulseConstraintSolver solver_;
  btSoftRigidDynamicsWorld world_;
  btStaticPlaneShape plane_;
  btRigidBody ground_;
  std::unique_ptr<btSoftBody> soft_;
};

}  // namespace

std::unique_ptr<BulletBody> make_bullet_body(const Body& body, std::span<const Triangle> boundary,
                                             const Dynamics& dynamics) {
  return std::make_unique<WithBullet>(body, boundary, dynamics);
}

}  // namespace pliant::bench

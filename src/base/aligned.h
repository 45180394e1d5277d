#pragma once

#include <cstddef>
#include <new>
#include <vector>

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace pliant {

/// For vectors that packs are loaded from. Large ones ask for large pages: a step streams through
/// a dozen of them, and looking up small pages would take as long as the memory.
template <class T>
struct AlignedAllocator {
  using value_type = T;
  static constexpr std::size_t large_page = std::size_t(1) << 21;
  static std::align_val_t alignment(std::size_t n) {
    return std::align_val_t(n * sizeof(T) >= 2 * large_page ? large_page : 64);
  }

  AlignedAllocator() = default;
  template <class U>
  AlignedAllocator(const AlignedAllocator<U>&) {}

  T* allocate(std::size_t n) {
    if (n > static_cast<std::size_t>(-1) / sizeof(T)) throw std::bad_array_new_length();
    void* p = ::operator new(n * sizeof(T), alignment(n));
#if defined(__linux__)
    if (alignment(n) == std::align_val_t(large_page)) madvise(p, n * sizeof(T), MADV_HUGEPAGE);
#endif
    return static_cast<T*>(p);
  }
  void deallocate(T* p, std::size_t n) {
    ::operator delete(p, alignment(n));
  }
  friend bool operator==(const AlignedAllocator&, const AlignedAllocator&) {
    return true;
  }
};

template <class T>
using AlignedVector = std::vector<T, AlignedAllocator<T>>;

}  // namespace pliant

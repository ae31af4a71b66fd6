#pragma once
#include <sys/types.h>
#include <sha1.h>
#include <sha2.h>
#include <zlib.h>

// A macro, which Swift cannot see: a raw deflate stream, without a header of its own, as zip has it.
static inline int zlib_begin_raw_inflate(z_stream *stream) { return inflateInit2(stream, -15); }

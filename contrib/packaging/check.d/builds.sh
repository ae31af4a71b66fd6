# Two builds: the same commit makes the same bytes, in any folder and any environment.

check_builds() {
  unpack_programs
  check "a clone elsewhere, with another umask, locale and time zone, makes the same packages and tarball" pack_again
}

pack_again() {
  local clone=$work/elsewhere/clone
  umask 077
  local commit
  commit=$("$work/programs/bbctl" --version | sed -n 's/.*(\([0-9a-f]*\),.*/\1/p')
  [ -n "$commit" ] ||
    { echo "bbctl --version names no commit: the release had changes that were not committed"; return 1; }
  git clone --quiet --shared . "$clone"
  cd "$clone"
  git checkout --quiet --detach "$commit"
  export TZ=Asia/Kathmandu LC_ALL=C LANG=tr_TR.UTF-8
  contrib/package-deb --programs "$work/programs" --version "$version" --output "$work/elsewhere/packages"
  contrib/packaging/tarball "$work/elsewhere" "$work/programs"
  local file different=0
  for file in "$output"/packages/*.deb; do cmp "$file" "$work/elsewhere/packages/${file##*/}" || different=1; done
  for file in "$output"/*.tar.xz; do cmp "$file" "$work/elsewhere/${file##*/}" || different=1; done
  return $different
}

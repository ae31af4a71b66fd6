# Two builds of the packages: the same commit makes the same bytes, in any folder and any environment.

check_builds() {
  unpack_programs
  check "a clone elsewhere, with another umask, locale and time zone, makes the same packages, byte by byte" pack_again
}

pack_again() {
  local clone=$work/elsewhere/clone
  umask 077
  local commit
  commit=$("$work/programs/bbctl" --version | sed -n 's/.*(\([0-9a-f]*\),.*/\1/p')
  [ -n "$commit" ] || { echo "the release has changes that were not committed, so no other build can be the same"; return 1; }
  git clone --quiet --shared . "$clone"
  cd "$clone"
  git checkout --quiet --detach "$commit"
  TZ=Asia/Kathmandu LC_ALL=C LANG=tr_TR.UTF-8 contrib/package-deb --programs "$work/programs" --version "$version" \
    --output "$work/elsewhere/packages"
  local file same=0
  for file in "$output"/packages/*.deb; do
    cmp "$file" "$work/elsewhere/packages/${file##*/}" && same=$((same + 1))
  done
  [ $same = "$(ls "$work/elsewhere/packages" | wc -l)" ]
  sha256sum "$work"/elsewhere/packages/*.deb
}

# Two builds of the packages: the same commit makes the same bytes, in any folder and any environment.

check_builds() {
  unpack_programs
  check "a clone elsewhere, with another umask, locale and time zone, packs the same packages" pack_again
}

pack_again() {
  local clone=$work/elsewhere/clone
  umask 077
  git clone --quiet --shared . "$clone"
  cd "$clone"
  # The copies have the times of now, and their owner is another.
  TZ=Asia/Kathmandu LC_ALL=C LANG=tr_TR.UTF-8 contrib/package-deb --programs "$work/programs" --version "$version" \
    --output "$work/elsewhere/packages"
  local file same=0
  for file in "$output"/packages/*.deb; do
    cmp "$file" "$work/elsewhere/packages/${file##*/}" && same=$((same + 1))
  done
  [ $same = "$(ls "$work/elsewhere/packages" | wc -l)" ]
  sha256sum "$work"/elsewhere/packages/*.deb
}

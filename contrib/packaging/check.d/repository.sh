# The repository, as apt of a clean system reads it: what was changed or signed by another is refused.

check_repository() {
  [ -e "$work/other.asc" ] || make_other_key
  local good=$root/srv/apt/good
  mkdir -p "$root/srv/apt"
  cp -r "$output/apt" "$good"
  chmod -R a+rX "$root/srv/apt"

  check "apt accepts the repository, as a folder" reads good babybasics.asc
  vary package && change_byte "$root"/srv/apt/package/pool/bbctl_*.deb
  check "apt refuses a changed package" denies package babybasics.asc 'Hash Sum mismatch|unexpected size'
  vary list && change_lists
  check "apt refuses a changed list of packages" denies list babybasics.asc 'Hash Sum mismatch|unexpected size'
  vary release && sed -i 's/^Label: .*/Label: Other/' "$root/srv/apt/release/dists/stable/InRelease"
  check "apt refuses a changed InRelease" denies release babybasics.asc 'not signed|invalid|BADSIG'
  vary detached && rm "$root/srv/apt/detached/dists/stable/InRelease"
  check "apt accepts Release with Release.gpg" reads detached babybasics.asc
  sed -i 's/^Label: .*/Label: Other/' "$root/srv/apt/detached/dists/stable/Release"
  check "apt refuses a changed Release" denies detached babybasics.asc 'not signed|invalid|BADSIG'
  vary unsigned && rm "$root"/srv/apt/unsigned/dists/stable/{InRelease,Release.gpg}
  check "apt refuses a repository without signatures" denies unsigned babybasics.asc 'not signed'
  cp "$work/other.asc" "$good/"
  check "apt refuses the repository with another key" denies good other.asc 'not signed|NO_PUBKEY'
  rm -rf "$root/srv/apt" "$root/trial"
}

# A copy of the repository, to change it.
vary() { cp -r "$root/srv/apt/good" "$root/srv/apt/$1"; }

change_lists() {
  sed -i 's/^Version: .*/Version: 99/' "$root"/srv/apt/list/dists/stable/main/binary-*/Packages
  xz --force --keep "$root"/srv/apt/list/dists/stable/main/binary-*/Packages
}

# Whether apt, which knows nothing of it yet, gets a package from the repository with a key.
reads() {
  rm -rf "$root/trial"
  mkdir -p "$root"/trial/{sources,lists/partial,cache/archives/partial}
  {
    printf 'Types: deb\nURIs: file:/srv/apt/%s\nSuites: stable\nComponents: main\nSigned-By:\n' "$1"
    sed 's/^$/./; s/^/ /' "$root/srv/apt/good/$2"
  } >"$root/trial/sources/babybasics.sources"
  chmod -R a+rwX "$root/trial"
  local options=(-o Dir::Etc::SourceList=/dev/null -o Dir::Etc::SourceParts=/trial/sources
    -o Dir::State::Lists=/trial/lists -o Dir::Cache=/trial/cache)
  chroot "$root" apt-get "${options[@]}" update 2>&1
  chroot "$root" sh -c 'cd /trial && exec apt-get "$@" download bbctl' - "${options[@]}" 2>&1
  cmp "$root"/trial/bbctl_*.deb "$(package bbctl)"
}

# Whether apt refuses it, for a reason.
denies() {
  local status=0
  (reads "$1" "$2") >"$work/denied" 2>&1 &
  wait $! || status=$?
  cat "$work/denied"
  [ $status != 0 ] && grep -qE "$3" "$work/denied" && ! compgen -G "$root/trial/bbctl_*.deb" >/dev/null
}

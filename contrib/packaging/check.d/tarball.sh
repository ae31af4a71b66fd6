# The tarball, by a person without root, on a system without Swift.

check_tarball() {
  local name=babybasics-$version-$(dpkg --print-architecture)
  boot || return 0
  check "there is a tarball" install -m 644 "$output/$name.tar.xz" "$work/lab/"
  check "the system has no Swift, and no Baby Basics" inside \
    'for program in swift bbctl babybasicsd; do ! command -v $program || exit 1; done'
  check "the tarball is unpacked" as_maya "tar -xf /lab/$name.tar.xz && ls"
  home_files >"$work/home.before"
  check "its install names the packages of missing libraries, or has all" has_libraries "$name"
  list_files >"$work/files.before"
  check "it is installed without root" as_maya "$name/install"
  check "it logs" says 120 as_maya \
    "bbctl child add Eva --born $(date -d '-3 months' +%F) && bbctl bottle 120ml formula && bbctl status"
  check "it is installed over itself, and the log is there" says 120 as_maya "$name/install && bbctl status"
  check "nothing outside the home was changed" has_no_new_files
  check "it is uninstalled" as_maya "$name/uninstall"
  check "nothing runs after it" inside '! pgrep -l "^(babybasics|bb)"'
  check "only the log is left in the home" has_only_log
  halt
}

# As it says, its packages are installed by root; they are at hand.
has_libraries() {
  local said
  if ! said=$(as_maya "$1/install --help >/dev/null && $1/install --user" 2>&1); then
    printf '%s\n' "$said"
    local command=${said##*sudo }
    case $command in 'apt-get install '*) inside "${command/install/install --yes}" ;; *) return 1 ;; esac
  else
    as_maya "$1/uninstall"
  fi
}

home_files() { as_maya 'find . -path ./.cache -prune -o -print | LC_ALL=C sort'; }

has_only_log() {
  home_files >"$work/home.after"
  comm -13 "$work/home.before" "$work/home.after"
  as_maya 'test -s .local/share/babybasics/local.db'
  ! comm -13 "$work/home.before" "$work/home.after" |
    grep -vxE '\./\.local(/share(/babybasics(/.*)?)?)?|\./\.config(/babybasics(/.*)?)?'
}

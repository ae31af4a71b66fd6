# What the parts of contrib/packaging/check-release share: checks, clean systems, and how they are booted.

# Runs a command, and prints a line with its result; its output only when it fails.
check() {
  local what=${suite:+$suite: }$1 status=0
  shift
  count=$((count + 1))
  ("$@") >"$work/log" 2>&1 &
  wait $! || status=$?
  if [ $status = 0 ]; then
    printf 'ok      %s\n' "$what"
  else
    printf 'FAILED  %s\n' "$what"
    tail -n 20 "$work/log" | sed 's/^/        /'
    failures+=("$what")
  fi
  return 0
}

# Says at the end how many checks failed, and which.
report() {
  if [ ${#failures[@]} -gt 0 ]; then
    printf '\n%s of %s checks failed:\n' ${#failures[@]} "$count"
    printf '  %s\n' "${failures[@]}"
    return 1
  fi
  printf '\nAll %s checks passed.\n' "$count"
}

# Prints what a command prints, which has to have a text in it.
says() {
  local text=$1 printed
  shift
  printed=$("$@")
  printf '%s\n' "$printed"
  [[ $printed == *"$text"* ]]
}

seconds() { date +%s.%N; }
elapsed() { awk -v from="$1" -v to="$(seconds)" 'BEGIN { printf "%.1f", to - from }'; }

# A line of the table at the end: step, seconds, megabytes.
row() { printf '| %s | %s | %s | %s |\n' "$suite" "$1" "$2" "${3-}" >>"$work/table"; }

# The file of a package.
package() { compgen -G "$output/packages/$1_*.deb" || stop "$output/packages has no package $1; run: contrib/release"; }

# The packages of all, by name.
names() { for file in "$output"/packages/*.deb; do dpkg-deb --field "$file" Package; done; }

# The programs that the packages have, in a folder.
unpack_programs() {
  [ ! -d "$work/programs" ] || return 0
  mkdir -p "$work/programs" "$work/unpacked"
  for file in "$output"/packages/*.deb; do dpkg-deb --extract "$file" "$work/unpacked"; done
  mv "$work"/unpacked/usr/bin/* "$work/programs/"
  rm -rf "$work/unpacked"
}

# A clean system of the suite, kept for a month in .build/roots; $root is this run's copy. It is Debian's base with what
# every installation has besides: sessions for users, their message bus, and xz.
prepare_system() {
  local kept=.build/roots/$suite
  if [ -z "$(find "$kept" -maxdepth 0 -mtime -30 2>/dev/null)" ]; then
    rm -rf --one-file-system "$kept" "$kept.new"
    check "a clean system is made" make_system "$kept"
    [ -d "$kept" ] || return 1
  fi
  root=$work/$suite
  cp -a --reflink=auto "$kept" "$root"
  cp -L /etc/resolv.conf "$root/etc/resolv.conf"
  rm -rf --one-file-system "$work/lab"
  mkdir "$work/lab"
  cp -a contrib/packaging/check.d "$output/apt" "$work/lab/"
  chmod -R a+rX "$work/lab"
  cp -r "$previous" "$root/srv/previous"
}

make_system() {
  local mirror=${DEBIAN_MIRROR:-http://deb.debian.org/debian}
  # What it mounts goes away with it.
  unshare --mount debootstrap --include=dbus,libpam-systemd,xz-utils "$suite" "$1.new" "$mirror"
  chroot "$1.new" apt-get clean
  touch "$1.new"
  mv "$1.new" "$1"
}

# Boots the system; all that it changes is thrown away by `halt`. $work/lab is /lab there.
boot() {
  rm -f "$work/lab/ready"
  mkfifo "$work/lab/ready"
  contrib/dev/lab/boot "$work/lab" "$root" >"$work/lab/ready" 2>"$work/boot.errors" &
  lab=$!
  number=
  read -r number <"$work/lab/ready" || true
  check "boots" is_booted
  [ -n "$number" ] || { halt; return 1; }
  check "a person logs in" inside \
    'useradd --create-home --shell /bin/bash maya && systemctl start "user@$(id -u maya).service"'
}

is_booted() { [ -n "$number" ] || { cat "$work/boot.errors"; return 1; }; }

halt() {
  [ -n "$lab" ] || return 0
  kill "$lab" 2>/dev/null || true
  wait "$lab" 2>/dev/null || true
  lab=
}

# Runs lines of the shell in the booted system: as root, or as maya, who is logged in.
inside() { contrib/dev/lab/in "$number" env DEBIAN_FRONTEND=noninteractive sh -euc "$1"; }
as_maya() {
  contrib/dev/lab/in "$number" sh -euc 'cd /home/maya; exec runuser -u maya -- env HOME=/home/maya \
    XDG_RUNTIME_DIR="/run/user/$(id -u maya)" PATH="/home/maya/.local/bin:$PATH" sh -euc "$1"' - "$1"
}
# The same on the daemon that the administrator has enabled for everybody.
on_system() { as_maya "export BABYBASICS_SOCKET=/run/babybasics/daemon.sock; $1"; }

# Waits until a command succeeds.
until_true() {
  for _ in $(seq 600); do
    ! "$@" >/dev/null 2>&1 || return 0
    sleep 0.1
  done
  "$@"
}

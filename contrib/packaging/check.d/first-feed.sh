# From a bare system to the first logged feed.

# Downloads the packages and what they depend on, as a person's apt does, and adds the megabytes to the table. All parts
# after it have them at hand: a booted system has no network.
fetch_packages() {
  check "apt reads the lists of Debian" chroot "$root" apt-get update
  serve
  sed -i "s#^URIs: .*#URIs: http://127.0.0.1:$port/apt#" "$work/lab/apt/babybasics.sources"
  cp "$work/lab/apt/babybasics.sources" "$root/etc/apt/sources.list.d/"
  local archives=$root/var/cache/apt/archives start
  start=$(seconds)
  check "apt reads the repository from a web server" read_repository
  row "\`apt-get update\`, for the repository" "$(elapsed "$start")" "$(megabytes "$root"/var/lib/apt/lists/127.0.0.1*)"
  start=$(seconds)
  check "apt finds all that babybasics depends on" chroot "$root" apt-get install --yes --download-only babybasics
  compgen -G "$archives/babybasicsd_*.deb" >/dev/null || return 1
  row "download of \`babybasics\`, $(ls "$archives"/*.deb | wc -l) packages" "$(elapsed "$start")" \
    "$(megabytes "$archives"/*.deb)"
  row "of these, Debian's" "" "$(megabytes $(ls "$archives"/*.deb | grep -vE '/(babybasics|bb)[^/]*$'))"
  check "apt finds all that babybasics-server depends on" \
    chroot "$root" apt-get install --yes --download-only babybasics babybasics-server
  check "apt finds all that the previous packages depend on" \
    chroot "$root" sh -c 'apt-get install --yes --download-only --allow-downgrades /srv/previous/*.deb'
}

megabytes() { [ $# = 0 ] && echo 0 || cat "$@" | wc -c | awk '{ printf "%.1f", $1 / 1000000 }'; }

read_repository() {
  chroot "$root" apt-get update
  chroot "$root" apt-cache policy babybasics | grep -F "Candidate: $version"
}

# Serves the release's repository on a free port.
serve() {
  [ -z "$server" ] || return 0
  mkfifo "$work/port"
  python3 -u -m http.server --bind 127.0.0.1 --directory "$work/lab" 0 >"$work/port" 2>/dev/null &
  server=$!
  read -r _ _ _ _ _ port _ <"$work/port"
}

check_first_feed() {
  boot || return 0
  local start whole
  whole=$(seconds)
  start=$whole
  check "apt-get install babybasics" inside 'apt-get install --yes babybasics'
  row "\`apt-get install babybasics\`, with the packages at hand" "$(elapsed "$start")"
  start=$(seconds)
  check "bbctl child add" as_maya "bbctl child add Eva --born $(date -d '-3 months' +%F)"
  check "the first feed is logged" says 120 as_maya 'bbctl bottle 120ml formula && bbctl status'
  row "\`bbctl child add Eva --born …\`, \`bbctl bottle 120ml formula\`, \`bbctl status\`" "$(elapsed "$start")"
  local total
  total=$(elapsed "$whole")
  row "**packages at hand to the first logged feed: 3 commands**" "**$total**"
  check "that took $total s, and may take 60" awk -v total="$total" 'BEGIN { exit total > 60 }'
  check "the programs are of version $version" says "${version%%[-~+]*}" as_maya 'bbctl --version'
  check "bbctl doctor finds nothing" as_maya 'bbctl doctor'
  halt
}

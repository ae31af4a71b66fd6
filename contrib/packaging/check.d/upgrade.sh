# An upgrade from the release before, with a year of entries, while people go on logging.

# The packages of the release before. Where there are none, these programs are packed under an older version.
prepare_previous() {
  if [ -n "$previous" ]; then
    printf 'Upgrades start from the packages in %s.\n' "$previous"
    return
  fi
  previous=$work/previous
  unpack_programs
  check "the same programs are packed as 0.1.99, since no earlier release was given" \
    env PACKAGE_COMPRESSION=none contrib/package-deb --programs "$work/programs" --version 0.1.99 --output "$previous"
}

check_upgrade() {
  boot || return 0
  install -m 644 Tests/BabyImportTests/Fixtures/eva_babyconnect.csv "$work/lab/year.csv"
  check "the release before is installed" inside 'apt-get install --yes --allow-downgrades /srv/previous/*.deb'
  # Who has no log yet uses the system's daemon, so this comes first.
  prepare_log as_maya
  check "an administrator starts a daemon for everybody" inside \
    'usermod --append --groups babybasics,babybasics-admin maya && systemctl enable --now babybasicsd.socket'
  prepare_log on_system
  local daemon before longest
  before=$(daemons || true)
  for daemon in as_maya on_system; do $daemon "exec sh /lab/check.d/calls ~/$daemon" & done
  for daemon in as_maya on_system; do check "$(owner $daemon) answers a loop of calls" has_logged $daemon 10; done
  check "apt-get upgrade" inside 'apt-get upgrade --yes'
  check "every package is of version $version" inside "! dpkg-query --show --showformat '\${Package} \${Version}\n' \
    $(names | tr '\n' ' ') | grep -vF ' $version'"
  for daemon in as_maya on_system; do
    check "$(owner $daemon) answers the loop after the upgrade" has_logged $daemon "$(($(logged $daemon) + 10))"
    as_maya "touch ~/$daemon/stop" || true
  done
  check "both daemons were replaced" were_replaced "$before"
  for daemon in as_maya on_system; do
    until_true as_maya "test -e ~/$daemon/longest" || true
    longest=$(as_maya "cat ~/$daemon/longest" || true)
    check "none of $(logged $daemon) rounds on $(owner $daemon) failed; the longest took $longest ms" \
      as_maya "cat ~/$daemon/failed; ! test -s ~/$daemon/failed"
    check "$(owner $daemon) has every entry of the year as it was, and every one logged meanwhile" has_all $daemon
  done
  halt
}

owner() { case $1 in as_maya) echo "a user's daemon" ;; *) echo "the system's daemon" ;; esac; }

# A year of entries, and what the daemon exports of them.
prepare_log() {
  check "$(owner "$1") has a year of entries" "$1" "mkdir -p ~/$1 &&
    bbctl child add Eva --born 2019-12-18 --zone America/Los_Angeles &&
    bbctl import /lab/year.csv --zone America/Los_Angeles --yes &&
    bbctl export ~/$1/before.json && test \$(grep -c '\"kind\"' ~/$1/before.json) -gt 4000"
}

logged() { as_maya "cat ~/$1/logged 2>/dev/null | wc -l"; }
has_logged() { until_true as_maya "test \$(cat ~/$1/logged | wc -l) -ge $2"; }

daemons() { inside 'pgrep -x babybasicsd | sort'; }
were_replaced() {
  daemons
  [ "$(daemons | wc -l)" = 2 ] && [ -z "$(comm -12 <(printf '%s\n' "$1") <(daemons))" ]
}

has_all() {
  "$1" "bbctl export ~/$1/after.json"
  as_maya "cat ~/$1/before.json" | sed 's/,$//' | grep '^{"id"' | sort >"$work/before"
  as_maya "cat ~/$1/after.json" | sed 's/,$//' | grep '^{"id"' | sort >"$work/after"
  printf '%s records before, %s after\n' "$(wc -l <"$work/before")" "$(wc -l <"$work/after")"
  [ -s "$work/before" ]
  [ -z "$(comm -23 "$work/before" "$work/after")" ]
  diff <(comm -13 "$work/before" "$work/after" | jq -r '.note' | sort) <(as_maya "cat ~/$1/logged" | sort)
}

# Removing, installing again and purging: what people have logged stays theirs, and no file is left behind.

check_removal() {
  boot || return 0
  # It makes files of its own, and Debian keeps it: others recommend it, too.
  check "what the packages recommend is installed" inside 'apt-get install --yes ca-certificates'
  list_files >"$work/files.before"
  check "everything is installed" inside 'apt-get install --yes babybasics babybasics-server'
  check "a user's daemon logs" as_maya "bbctl child add Eva --born $(date -d '-3 months' +%F) && bbctl wet"
  check "the system's daemon and the family server run" inside \
    'usermod --append --groups babybasics maya && systemctl enable --now babybasicsd.socket babybasics-server.service'
  check "the system's daemon logs" on_system "bbctl child add Ada --born $(date -d '-3 months' +%F) && bbctl wet"

  check "apt-get remove" inside "apt-get remove --yes $(names | tr '\n' ' ')"
  check "nothing runs after it" inside '! pgrep -l "^(babybasics|bb)"'
  check "both logs and the server's are kept" inside 'test -s /home/maya/.local/share/babybasics/local.db &&
    test -s /var/lib/babybasics/local.db && test -s /var/lib/babybasics-server/server.db'
  check "the packages are installed again" inside 'apt-get install --yes babybasics babybasics-server'
  check "the user's log is there again" says Eva as_maya 'bbctl child list'
  check "the system's log is there again" says Ada on_system 'bbctl child list'

  check "apt-get purge" inside "apt-get purge --yes --auto-remove $(names | tr '\n' ' ')"
  check "nothing runs after it" inside '! pgrep -l "^(babybasics|bb)"'
  # ls fails when one of them is missing, so what it prints counts.
  check "the system's data are erased" inside \
    'left=$(ls -d /var/lib/babybasics /var/lib/babybasics-server /etc/babybasics /run/babybasics 2>/dev/null || true)
    echo "$left"; test -z "$left"'
  check "the user's log is kept" inside 'test -s /home/maya/.local/share/babybasics/local.db'
  check "no file is left that dpkg does not know" has_no_new_files
  check "no unit has failed" inside 'systemctl --failed --no-legend; test -z "$(systemctl --failed --no-legend)"'
  halt
}

# Files of the system, without what the system itself writes while it runs, and what apt and dpkg keep.
list_files() {
  inside "find / -xdev \( -path /proc -o -path /sys -o -path /dev -o -path /run -o -path /tmp -o -path /var/tmp \
    -o -path /lab -o -path /old -o -path /home -o -path /var/log -o -path '/var/cache/*/*' -o -path /var/lib/apt \
    -o -path /var/lib/dpkg -o -path '/var/lib/systemd/*' \) -prune -o -print | LC_ALL=C sort"
}

has_no_new_files() {
  list_files >"$work/files.after"
  # dpkg knows what Debian keeps of our dependencies, as something else recommends or suggests it.
  inside 'cat /var/lib/dpkg/info/*.list' | sed -E 's#^/(bin|sbin|lib|lib64)/#/usr/\1/#' |
    LC_ALL=C sort -u >"$work/files.known"
  LC_ALL=C comm -13 "$work/files.before" "$work/files.after" | LC_ALL=C comm -23 - "$work/files.known" >"$work/files.new"
  cat "$work/files.new"
  [ ! -s "$work/files.new" ]
}

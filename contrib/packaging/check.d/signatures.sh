# The sums of the release's files, and their signature.

check_signatures() {
  make_other_key
  gpg --batch --dearmor <"$output/babybasics.asc" >"$work/key.gpg"
  gpg --batch --dearmor <"$output/apt/babybasics.asc" >"$work/apt.gpg"
  check "every file has its sum, and every sum its file" have_sums
  check "the sums are signed with the published key" has_signature "$output/SHA256SUMS" "$work/key.gpg"
  check "the repository has the same key" has_signature "$output/SHA256SUMS" "$work/apt.gpg"
  sed '1s/^./x/' "$output/SHA256SUMS" >"$work/changed"
  check "changed sums are refused" refuses has_signature "$work/changed" "$work/key.gpg"
  check "a signature of another key is refused" refuses has_signature "$output/SHA256SUMS" "$work/other.gpg"
  check "a changed file is refused" finds_change
}

refuses() { if "$@"; then echo "accepted: $*"; return 1; fi; }

# What was not signed by the release's key is checked with this one's.
make_other_key() {
  local home=$work/other
  install -d -m 700 "$home"
  gpg --homedir "$home" --batch --quiet --passphrase '' --quick-generate-key other@example.org ed25519 sign never \
    2>/dev/null
  gpg --homedir "$home" --batch --export >"$work/other.gpg"
  gpg --homedir "$home" --batch --export --armor >"$work/other.asc"
  gpgconf --homedir "$home" --kill all
}

have_sums() {
  cd "$output"
  sha256sum --check --strict --quiet SHA256SUMS
  diff <(sed 's/^[0-9a-f]* [ *]//; s#^\./##' SHA256SUMS | sort) \
    <(find . -type f ! -name 'SHA256SUMS*' | sed 's#^\./##' | sort)
}

has_signature() { gpgv --keyring "$2" "$output/SHA256SUMS.asc" "$1"; }

# Whether the sums tell that a copy of a package was changed.
finds_change() {
  mkdir -p "$work/copy/packages"
  cp "$(package bbctl)" "$work/copy/packages/"
  change_byte "$work"/copy/packages/*.deb
  cd "$work/copy"
  { sha256sum --check --strict --ignore-missing "$output/SHA256SUMS" || true; } | tee "$work/sums"
  grep -qx 'packages/bbctl_.*\.deb: FAILED' "$work/sums"
}

# Another byte in the middle of a file, whose size stays the same.
change_byte() {
  local middle=$(($(stat -c %s "$1") / 2))
  python3 -c 'import sys
with open(sys.argv[1], "r+b") as file:
    file.seek(int(sys.argv[2]))
    byte = file.read(1)[0]
    file.seek(int(sys.argv[2]))
    file.write(bytes([byte ^ 1]))' "$1" "$middle"
}

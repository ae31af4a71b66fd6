# Containers of contrib/packaging/check-images, run by bubblewrap, on what umoci unpacks of an image. Its user exists
# only as a number here, as it does in a container.

can_run() {
  local archive name
  command -v bwrap >/dev/null && command -v umoci >/dev/null && command -v skopeo >/dev/null || return 1
  for archive in "$@"; do
    name=${archive##*/}
    name=${name%%-"$version"*}
    skopeo copy --quiet "oci-archive:$archive" "oci:$work/$name.layout:checked" &&
      umoci unpack --image "$work/$name.layout:checked" "$work/$name.bundle" >/dev/null || return 1
    chmod 755 "$work/$name.bundle"
    # Engines make these for what they mount there.
    mkdir -p "$work/$name.bundle/rootfs/proc" "$work/$name.bundle/rootfs/dev"
    while read -r volume folder; do
      [ -d "$(folder_of "$volume")" ] || cp -a "$work/$name.bundle/rootfs$folder" "$(folder_of "$volume")"
    done < <(volumes_of "$name")
  done
  run_once babybasicsd babybasicsd --version >/dev/null
}

# Sets $box to what runs a program in the image, and $words to what the image runs by itself.
options() {
  local bundle=$work/$1.bundle user assignment
  user=$(jq -r .process.user.uid "$bundle/config.json")
  box=(setpriv --reuid "$user" --regid "$user" --clear-groups
    bwrap --unshare-user --unshare-ipc --unshare-pid --as-pid-1 --die-with-parent --cap-drop ALL --clearenv
    --ro-bind "$bundle/rootfs" / --proc /proc --dev /dev)
  while read -r volume folder; do box+=(--bind "$(folder_of "$volume")" "$folder"); done < <(volumes_of "$1")
  while read -r assignment; do box+=(--setenv "${assignment%%=*}" "${assignment#*=}"); done \
    < <(jq -r '.process.env[]' "$bundle/config.json")
  mapfile -t words < <(jq -r '.process.args[]' "$bundle/config.json")
}

# run_once IMAGE PROGRAM WORD…: there is no difference to what is done inside.
run_once() { inside "$@"; }

start() {
  options "$1"
  rm -f "$work/$1.status"
  {
    "${box[@]}" --info-fd 3 "${words[@]}" 3>"$work/$1.process" >"$work/$1.said" 2>&1
    printf '%s\n' $? >"$work/$1.status"
  } &
  until_true test -s "$work/$1.process"
}

inside() {
  options "$1"
  shift
  "${box[@]}" "$@"
}

process_of() { jq '."child-pid"' "$work/$1.process"; }

said_by() { cat "$work/$1.said"; }

end() {
  kill -TERM "$(process_of "$1")"
  for _ in $(seq 100); do
    [ ! -s "$work/$1.status" ] || break
    sleep 0.1
  done
  [ -s "$work/$1.status" ] || kill -KILL "$(process_of "$1")"
  until_true test -s "$work/$1.status"
  cat "$work/$1.status"
}

folder_of() {
  case $1 in
    /*) printf '%s\n' "$1" ;;
    *) printf '%s\n' "$work/$1.volume" ;;
  esac
}

end_all() {
  local image
  for image in babybasics-server babybasicsd; do
    [ ! -s "$work/$image.process" ] || [ -s "$work/$image.status" ] || kill -KILL "$(process_of "$image")" || true
  done
}

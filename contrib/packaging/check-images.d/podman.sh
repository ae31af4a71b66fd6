# Containers of contrib/packaging/check-images, run by podman, which keeps all of it in $work.

# Sets $podman and $limits to what works here, and loads the images.
can_run() {
  command -v podman >/dev/null || return 1
  podman=(podman --root "$work/storage" --runroot "$work/run" --storage-driver vfs)
  limits=()
  local archive
  for archive in "$@"; do "${podman[@]}" load --quiet --input "$archive" >/dev/null || return 1; done
  ! try || return 0
  # Without systemd, and where the limits cannot be raised, as in a container.
  podman+=(--runtime runc --cgroup-manager cgroupfs)
  limits=(--ulimit nofile=1024:1024 --ulimit nproc=1000:1000)
  try
}

try() { run_once babybasicsd babybasicsd --version >/dev/null 2>"$work/podman.errors"; }

# What all containers of an image get.
options() {
  volumes=()
  while read -r volume folder; do volumes+=(--volume "$volume:$folder"); done < <(volumes_of "$1")
  confined=("${limits[@]}" --network host --read-only --cap-drop all --security-opt no-new-privileges "${volumes[@]}")
}

# run_once IMAGE PROGRAM WORD…: a program in a container of its own, with the image's volumes.
run_once() {
  local image=$1 program=$2
  shift 2
  options "$image"
  "${podman[@]}" run --rm "${confined[@]}" --entrypoint "[\"$program\"]" "localhost/$image:$version" "$@"
}

# start IMAGE: a new container of it, with its own command.
start() {
  options "$1"
  "${podman[@]}" run --detach --name "$1" "${confined[@]}" "localhost/$1:$version"
}

# inside IMAGE WORD…: a program in the running container.
inside() { "${podman[@]}" exec "$@"; }

process_of() { "${podman[@]}" inspect --format '{{.State.Pid}}' "$1"; }

said_by() { "${podman[@]}" logs "$1" 2>&1; }

# Ends the container by SIGTERM, and prints its status: 137 if it had to be killed. Its volumes stay.
end() {
  "${podman[@]}" stop --time 10 "$1" >/dev/null
  "${podman[@]}" inspect --format '{{.State.ExitCode}}' "$1"
  "${podman[@]}" rm "$1" >/dev/null
}

folder_of() { "${podman[@]}" volume inspect --format '{{.Mountpoint}}' "$1"; }

end_all() {
  "${podman[@]}" rm --all --force --time 0 >/dev/null 2>&1 || true
}

# Runs the commands of the guide for homes, on a volume that is removed then.
follow_guide() {
  local commands=$work/guide.sh
  sed -n '/^```sh contrib\/packaging\/check-images$/,/^```$/{/^```/d;p}' docs/guide/home-server.md |
    sed "s/-amd64/-$architecture/g" >"$commands"
  # The guide names the release that its readers get.
  grep -q "podman run.*localhost/babybasics-server:$version " "$commands" ||
    { echo "docs/guide/home-server.md names another version than $version"; return 1; }
  mkdir "$work/guide"
  cp "$output"/images/babybasics-server-*.oci.tar "$work/guide/"
  cd "$work/guide"
  # As here, with the images of this check and where this machine's limits are kept.
  podman() {
    local command=$1
    shift
    [ "$command" != run ] || set -- "${limits[@]}" --network host "$@"
    command "${podman[@]}" "$command" "$@"
  }
  set -x
  . "$commands"
  [ -s family.db ]
  podman rm --force babybasics-server
  podman volume rm babybasics-server
}

work=$(mktemp -d)
nodes=''
started=0
clients=()

say() { printf '%s\n' "$*"; }
fail() {
  printf '%s\n' "$*" >&2
  exit 1
}
refuse() {
  printf '%s\n' "$*" >&2
  return 3
}

cleanup() {
  local pids node
  trap - EXIT INT TERM
  pids=$(jobs -p)
  # shellcheck disable=SC2086
  [ -z "$pids" ] || kill $pids 2>/dev/null || true
  for node in $nodes; do
    ip netns pids "aqm-$node" 2>/dev/null | xargs -r kill 2>/dev/null || true
    ip netns del "aqm-$node" 2>/dev/null || true
  done
  rm -rf "$work"
}
trap cleanup EXIT
trap 'exit 130' INT TERM

in_node() {
  local node=$1
  shift
  ip netns exec "aqm-$node" "$@" || fail "Failed at $node: $*. Does this kernel have what it needs (for tc: the module sch_NAME)?"
}

add_node() {
  ip netns add "aqm-$1" || fail "The namespace aqm-$1 exists. Another run may be under way; otherwise remove it: ip netns del aqm-$1"
  in_node "$1" ip link set lo up
  in_node "$1" sysctl -qw net.ipv4.ip_forward=1
}

# add_link NODE INTERFACE ADDRESS NODE INTERFACE ADDRESS MTU
add_link() {
  ip link add "$2" netns "aqm-$1" type veth peer name "$5" netns "aqm-$4"
  in_node "$1" ip address add "$3" dev "$2"
  in_node "$4" ip address add "$6" dev "$5"
  local node interface
  for node in "$1 $2" "$4 $5"; do
    interface=${node#* }
    node=${node% *}
    in_node "$node" ip link set "$interface" mtu "$7" up
    if command -v ethtool >/dev/null; then
      in_node "$node" ethtool -K "$interface" tso off gso off gro off >/dev/null
    fi
  done
}

# Microseconds since the start of the lane.
elapsed() {
  local now=${EPOCHREALTIME/[.,]/}
  printf '%s' $((now - started))
}

# sleep_until SECONDS: the time has six digits behind the point.
sleep_until() {
  local left=$((10#${1/./} - $(elapsed)))
  [ "$left" -le 0 ] || sleep "$(printf '%d.%06d' $((left / 1000000)) $((left % 1000000)))"
}

# at SECONDS NODE COMMAND...: carries out a timed change.
at() {
  local node=$2
  sleep_until "$1"
  shift 2
  say "$(elapsed | sed 's/......$//') s: $node: $*"
  in_node "$node" "$@"
}

# Whole seconds between two times, rounded up, at least 1.
length_of() {
  local us=$((10#${2/./} - 10#${1/./}))
  printf '%s' $(((us + 999999) / 1000000))
}

serve() {
  ip netns exec "aqm-d$1" iperf3 -s -p "$2" >/dev/null 2>&1 &
}

# client GROUP PORT OPTIONS...
client() {
  local group=$1 port=$2
  shift 2
  ip netns exec "aqm-s$group" iperf3 -c "10.2.$group.2" -p "$port" -i 0 "$@"
}

# flows GROUP FIRST COUNT START END OPTIONS...: sources that send from start to end.
flows() {
  local group=$1 first=$2 count=$3 start=$4 end=$5 number
  shift 5
  for ((number = first; number < first + count; number++)); do
    serve "$group" $((5201 + number))
    (
      sleep_until "$start"
      client "$group" $((5201 + number)) -t "$(length_of "$start" "$end")" "$@" >"$results/group$group-source$number-$start.txt" 2>&1 || true
    ) &
    clients+=("$!")
  done
}

# draw DISTRIBUTION: draws a number, such as fixed:3, exponential:2.5, list:1,2, pareto:MIN:MAX:SHAPE, lognormal:MEDIAN:MAX:SIGMA.
draw() {
  awk -v spec="$1" -v seed="$RANDOM$RANDOM" -v turn="${2:-0}" 'BEGIN {
    srand(seed); u = rand(); if (u == 0) u = 0.5
    n = split(spec, part, ":"); kind = part[1]; x = part[2]
    if (kind == "exponential") x = -part[2] * log(u)
    if (kind == "list") { m = split(part[2], item, ","); x = item[turn % m + 1] }
    if (kind == "pareto") {
      ratio = (part[2] / part[3]) ^ part[4]
      x = part[2] / (1 - u * (1 - ratio)) ^ (1 / part[4])
    }
    if (kind == "lognormal") {
      x = part[2] * exp(part[4] * sqrt(-2 * log(u)) * cos(6.283185307 * rand()))
      if (x > part[3]) x = part[3]
    }
    if (kind == "pareto" || kind == "lognormal") x = int(x) < 1 ? 1 : int(x)
    print x
  }'
}

# spurts GROUP FIRST COUNT START END ON OFF OPTIONS...: sources that send and pause in turns.
spurts() {
  local group=$1 first=$2 count=$3 start=$4 end=$5 on=$6 off=$7 number
  shift 7
  for ((number = first; number < first + count; number++)); do
    serve "$group" $((5201 + number))
    (
      RANDOM=$((seed + 1000 * group + number))
      sleep_until "$start"
      while [ "$(elapsed)" -lt "$((10#${end/./}))" ]; do
        timeout "$(draw "$on")" ip netns exec "aqm-s$group" iperf3 -c "10.2.$group.2" -p $((5201 + number)) -i 0 -t 86400 "$@" >/dev/null 2>&1 || true
        sleep "$(draw "$off")"
      done
    ) &
  done
}

# messages GROUP FIRST COUNT START END SIZES PAUSES OPTIONS...: users that send a message and pause in turns.
messages() {
  local group=$1 first=$2 count=$3 start=$4 end=$5 sizes=$6 pauses=$7 number
  shift 7
  for ((number = first; number < first + count; number++)); do
    serve "$group" $((5201 + number))
    (
      RANDOM=$((seed + 1000 * group + number))
      turn=0
      sleep_until "$start"
      while [ "$(elapsed)" -lt "$((10#${end/./}))" ]; do
        client "$group" $((5201 + number)) -n "$(draw "$sizes" "$turn")" "$@" >>"$results/group$group-user$number.txt" 2>&1 || true
        turn=$((turn + 1))
        sleep "$(draw "$pauses")"
      done
    ) &
  done
}

show() {
  local node
  for node in $nodes; do
    case $node in r* | w*)
      say "== $node"
      ip netns exec "aqm-$node" tc -s qdisc show
      ;;
    esac
  done
}

# Waits until the last results have arrived, at most 5 s.
wait_for_clients() {
  local turn pid running
  for ((turn = 0; turn < 50; turn++)); do
    running=0
    for pid in "${clients[@]}"; do
      if kill -0 "$pid" 2>/dev/null; then running=1; fi
    done
    [ "$running" -eq 1 ] || return 0
    sleep 0.1
  done
}

# run_lane NUMBER
run_lane() {
  local lane=$1 status=0
  results=${results_folder:-aqm-results}/lane$lane
  network
  "lane_${lane}_queues" || status=$?
  if [ "$status" -eq 0 ] && [ "$setup_only" -eq 0 ]; then
    mkdir -p "$results"
    printf '%s\n' "$title" "$link" >"$results/scenario.txt"
    say "Lane $lane of '$title' runs for $duration s; results go to $results."
    # In 2 s, when all servers listen.
    started=$((${EPOCHREALTIME/[.,]/} + 2000000))
    clients=()
    "lane_${lane}_traffic"
    "lane_${lane}_changes" &
    sleep_until "$duration"
    show >"$results/queues.txt"
    wait_for_clients
  elif [ "$status" -eq 0 ]; then
    show
  fi
  for pid in $(jobs -p); do
    kill "$pid" 2>/dev/null || true
  done
  for node in $nodes; do
    ip netns pids "aqm-$node" 2>/dev/null | xargs -r kill 2>/dev/null || true
    ip netns del "aqm-$node"
  done
  nodes=''
  return "$status"
}

main() {
  local tool lane status=0 wanted=()
  setup_only=0
  for argument; do
    case $argument in
      --setup) setup_only=1 ;;
      *[!0-9]* | '') fail "Unknown argument: $argument. Expected --setup or numbers of lanes from 1 to $lanes." ;;
      *) wanted+=("$argument") ;;
    esac
  done
  [ "$(id -u)" -eq 0 ] || fail 'This script creates network namespaces. Run it as root.'
  for tool in ip tc sysctl; do
    command -v "$tool" >/dev/null || fail "$tool is missing. Install it: apt install iproute2 procps"
  done
  command -v ethtool >/dev/null || say 'ethtool is missing, so offloads stay on. Install it: apt install ethtool' >&2
  if [ "$setup_only" -eq 0 ]; then
    for tool in $tools; do
      command -v "$tool" >/dev/null || fail "$tool is missing. Install it: apt install $tool (or the package of that name of your system), or run with --setup."
    done
  fi
  [ "${#wanted[@]}" -gt 0 ] || mapfile -t wanted < <(seq 1 "$lanes")
  for lane in "${wanted[@]}"; do
    if [ "$lane" -lt 1 ] || [ "$lane" -gt "$lanes" ]; then
      fail "There is no lane $lane. Expected 1 to $lanes."
    fi
    run_lane "$lane" || status=$?
  done
  exit "$status"
}

# flent_flows GROUP COUNT START END up|down CONGESTION: flows that Flent measures, with its ping.
flent_flows() {
  local group=$1 count=$2 start=$3 end=$4 way=$5 congestion=$6 streams=upload_streams
  [ "$way" = up ] || streams=download_streams
  # It may run already.
  ip netns exec "aqm-d$group" netserver >/dev/null 2>&1 || true
  (
    sleep_until "$start"
    ip netns exec "aqm-s$group" flent "tcp_n$way" --host "10.2.$group.2" --length "$(length_of "$start" "$end")" \
      --test-parameter "$streams=$count" --test-parameter "tcp_cong_control=$congestion" \
      --data-dir "$results" --title-extra "group $group" >"$results/group$group-flent.txt" 2>&1 || true
  ) &
  clients+=("$!")
}

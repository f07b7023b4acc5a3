import math
import random
import shlex
import shutil
import sys
import threading
import time

from mininet.net import Mininet
from mininet.node import Node

PORT = 5201


def build():
    """Returns the network, with addresses and routes."""
    net = Mininet(controller=None, build=False)
    for name in NODES.split():
        net.addHost(name, cls=Node, ip=None)
    for left, left_dev, left_ip, right, right_dev, right_ip, mtu in LINKS:
        net.addLink(net[left], net[right], intfName1=f"{left}-{left_dev}", intfName2=f"{right}-{right_dev}")
        for name, dev, address in ((left, left_dev, left_ip), (right, right_dev, right_ip)):
            # Mininet needs names that are unique on the machine at first.
            run(net[name], f"ip link set {name}-{dev} down")
            run(net[name], f"ip link set {name}-{dev} name {dev} mtu {mtu} up")
            run(net[name], f"ip address replace {address} dev {dev}")
            if shutil.which("ethtool"):
                net[name].cmd(f"ethtool -K {dev} tso off gso off gro off")
    for name in NODES.split():
        run(net[name], "ip link set lo up")
        run(net[name], "sysctl -qw net.ipv4.ip_forward=1")
    for name, route in ROUTES:
        run(net[name], f"ip route replace {route}")
    return net


def run(node, command):
    """Runs a command at a node. Ends the script if it fails."""
    output, errors, status = node.pexec(shlex.split(command))
    if status != 0:
        raise SystemExit(f"Failed at {node.name}: {command}\n{output}{errors}")


def draw(distribution):
    """Draws a number of seconds from fixed:MEAN or exponential:MEAN."""
    kind, mean = distribution.split(":")
    return random.expovariate(1 / float(mean)) if kind == "exponential" else float(mean)


def send(net, group, number, start, end, options, spurts, began):
    """Runs one source from start to end."""
    port = str(PORT + number)
    client = ["iperf3", "-c", f"10.2.{group}.2", "-p", port, "-i", "0", *options.split()]
    sleep_until(began, start)
    while time.monotonic() - began < end:
        left = end - (time.monotonic() - began)
        seconds = min(left, draw(spurts[0])) if spurts else left
        process = net[f"s{group}"].popen([*client, "-t", str(max(1, math.ceil(seconds)))])
        try:
            process.wait(seconds if spurts else seconds + 5)
        except Exception:
            process.terminate()
        if not spurts:
            return
        time.sleep(draw(spurts[1]))


def sleep_until(began, at):
    time.sleep(max(0, began + at - time.monotonic()))


def run_lane(net, lane):
    for name, command in lane["start"]:
        run(net[name], command)
    print(f"{TITLE}\n{LINK}\nThe lane runs for {DURATION_S:g} s.")
    began = time.monotonic()
    for group, first, count, start, end, options, spurts in lane["flows"]:
        for number in range(first, first + count):
            net[f"d{group}"].popen(["iperf3", "-s", "-p", str(PORT + number)])
            arguments = (net, group, number, start, end, options, spurts, began)
            threading.Thread(target=send, args=arguments, daemon=True).start()
    for at, name, command in lane["changes"]:
        sleep_until(began, at)
        run(net[name], command)
    sleep_until(began, DURATION_S)
    for name in NODES.split():
        if name.startswith(("r", "w")):
            print(f"== {name}\n{net[name].cmd('tc -s qdisc show')}")


def main():
    number = int(sys.argv[1]) if len(sys.argv) > 1 else 1
    if number not in LANES:
        sys.exit(f"There is no lane {number}. Expected 1 to {len(LANES)}.")
    lane = LANES[number]
    if lane["refusal"]:
        sys.exit(lane["refusal"])
    if not shutil.which("iperf3"):
        sys.exit("iperf3 is missing. Install it: apt install iperf3")
    net = build()
    try:
        run_lane(net, lane)
    finally:
        net.stop()

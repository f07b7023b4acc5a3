import sys

from nest.experiment import Experiment, Flow
from nest.topology import Node, Router, connect

# NeST wants a rate for each interface with a delay: one far above every bottleneck.
FAST = "10gbit"


def milliseconds(delay):
    return f"{delay:g}ms"


def shape(interface, rate, delay, qdisc, options):
    """Sets up a hop. red and choke have an option with the name of a parameter of set_attributes."""
    interface.set_attributes(rate, milliseconds(delay))
    interface.set_qdisc(qdisc, **options)


def build(lane):
    """Returns the routers' pairs of interfaces, and sender, receiver and addresses of each group."""
    hops = lane["hops"]
    routers = [Router(f"r{number}") for number in range(len(hops) + 1)]
    chain = []
    for number, (rate, delay, qdisc, options) in enumerate(hops):
        right, left = connect(routers[number], routers[number + 1])
        right.set_address(f"10.3.{number}.1/24")
        left.set_address(f"10.3.{number}.2/24")
        shape(right, rate, delay, qdisc, options)
        chain.append((right, left))
    if lane["back"]:
        rate, delay, qdisc, options = lane["back"]
        shape(chain[-1][1], rate, delay, qdisc, options)
    groups = []
    for number, group in enumerate(lane["groups"]):
        groups.append(attach(number, group, routers))
    for number, group in enumerate(lane["groups"]):
        for net, place in ((1, group["left"]), (2, group["right"])):
            for router in range(len(routers)):
                if router < place:
                    routers[router].add_route(f"10.{net}.{number}.0/24", chain[router][0], f"10.3.{router}.2")
                elif router > place:
                    routers[router].add_route(
                        f"10.{net}.{number}.0/24", chain[router - 1][1], f"10.3.{router - 1}.1"
                    )
    return chain, groups


def attach(number, group, routers):
    """Connects the endpoints of a group. Its delays are on the interfaces from the routers to the endpoints."""
    nodes = []
    for side, net, router in (("s", 1, group["left"]), ("d", 2, group["right"])):
        node = Node(f"{side}{number}")
        outer, inner = connect(routers[router], node)
        outer.set_address(f"10.{net}.{number}.1/24")
        inner.set_address(f"10.{net}.{number}.2/24")
        node.add_route("DEFAULT", inner, f"10.{net}.{number}.1")
        node.configure_tcp_param("ecn", "1" if group["ecn"] else "0")
        node.configure_tcp_param("sack", "1" if group["sack"] else "0")
        outer.set_attributes(FAST, milliseconds(group["forward_ms" if side == "d" else "back_ms"]))
        carries_data = (side == "d") != group["reverse"]
        if group["loss"] and carries_data:
            outer.set_packet_loss(group["loss"])
        nodes.append((node, inner.get_address()))
    return nodes


def main(lanes, duration_s):
    number = int(sys.argv[1]) if len(sys.argv) > 1 else 1
    if number not in lanes:
        sys.exit(f"There is no lane {number}. Expected 1 to {len(lanes)}.")
    lane = lanes[number]
    if lane["refusal"]:
        sys.exit(lane["refusal"])
    chain, nodes = build(lane)
    experiment = Experiment(f"lane{number}")
    for group, ends in zip(lane["groups"], nodes):
        (source, _), (sink, address) = reversed(ends) if group["reverse"] else ends
        for kind, count, start, stop, value in group["flows"]:
            flow = Flow(source, sink, address, int(start), int(stop), count)
            if kind == "tcp":
                experiment.add_tcp_flow(flow, value)
            else:
                experiment.add_udp_flow(flow, target_bandwidth=value)
    for right, _ in chain:
        experiment.require_qdisc_stats(right)
    print(f"{TITLE}\n{LINK}\nLane {number} runs for {duration_s:g} s.")
    experiment.run()

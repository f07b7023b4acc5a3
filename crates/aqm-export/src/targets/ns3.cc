#include "ns3/applications-module.h"
#include "ns3/core-module.h"
#include "ns3/internet-module.h"
#include "ns3/network-module.h"
#include "ns3/point-to-point-module.h"
#include "ns3/traffic-control-module.h"

#include <functional>
#include <iostream>
#include <map>
#include <string>
#include <utility>
#include <vector>

using namespace ns3;

namespace
{

/// A link between two nodes: its devices, its channel, and the address of its right end.
struct Wire
{
    Ptr<PointToPointNetDevice> left;
    Ptr<PointToPointNetDevice> right;
    Ptr<Channel> channel;
    Ipv4Address leftAddress;
    Ipv4Address rightAddress;
};

/// Attributes of a queue disc as texts.
using Attributes = std::vector<std::pair<std::string, std::string>>;

NodeContainer routers;
std::vector<Wire> hops;
std::vector<Ptr<Node>> senders;
std::vector<Ptr<Node>> receivers;
std::vector<Wire> senderWires;
std::vector<Wire> receiverWires;
std::map<std::string, Ptr<QueueDisc>> queues;
std::vector<std::pair<std::string, Ptr<PacketSink>>> sinks;
int networks = 0;

/// Connects two nodes. The device queue holds one packet, so that packets wait in the queue disc.
Wire
Connect(Ptr<Node> left, Ptr<Node> right, const std::string& rate, const std::string& delay, uint32_t mtu)
{
    PointToPointHelper helper;
    helper.SetDeviceAttribute("DataRate", StringValue(rate));
    helper.SetDeviceAttribute("Mtu", UintegerValue(mtu));
    helper.SetChannelAttribute("Delay", StringValue(delay));
    helper.SetQueue("ns3::DropTailQueue<Packet>", "MaxSize", StringValue("1p"));
    NetDeviceContainer devices = helper.Install(left, right);
    Wire wire;
    wire.left = DynamicCast<PointToPointNetDevice>(devices.Get(0));
    wire.right = DynamicCast<PointToPointNetDevice>(devices.Get(1));
    wire.channel = wire.left->GetChannel();
    return wire;
}

/// Installs a queue disc. It must come before the address, which installs a default one.
Ptr<QueueDisc>
Install(Ptr<NetDevice> device, const std::string& type, const Attributes& attributes, uint32_t quantum)
{
    ObjectFactory factory(type);
    for (const auto& attribute : attributes)
    {
        factory.Set(attribute.first, StringValue(attribute.second));
    }
    Ptr<QueueDisc> queue = factory.Create<QueueDisc>();
    if (quantum > 0)
    {
        if (auto codel = DynamicCast<FqCoDelQueueDisc>(queue))
        {
            codel->SetQuantum(quantum);
        }
        if (auto pie = DynamicCast<FqPieQueueDisc>(queue))
        {
            pie->SetQuantum(quantum);
        }
    }
    Ptr<TrafficControlLayer> layer = device->GetNode()->GetObject<TrafficControlLayer>();
    layer->SetRootQueueDiscOnDevice(device, queue);
    return queue;
}

/// Gives a link its addresses. Devices without a queue disc get one that never drops.
void
GiveAddresses(Wire& wire)
{
    for (const auto& device : {wire.left, wire.right})
    {
        Ptr<TrafficControlLayer> layer = device->GetNode()->GetObject<TrafficControlLayer>();
        if (!layer->GetRootQueueDiscOnDevice(device))
        {
            Install(device, "ns3::FifoQueueDisc", {{"MaxSize", "1000000p"}}, 0);
        }
    }
    std::string network = "10." + std::to_string(networks / 250 + 1) + "." + std::to_string(networks % 250) + ".0";
    networks++;
    Ipv4AddressHelper helper(network.c_str(), "255.255.255.0");
    NetDeviceContainer devices;
    devices.Add(wire.left);
    devices.Add(wire.right);
    Ipv4InterfaceContainer addresses = helper.Assign(devices);
    wire.leftAddress = addresses.GetAddress(0);
    wire.rightAddress = addresses.GetAddress(1);
}

/// Adds a pair of endpoints. The wire of the receiver delays data and ACKs by half of the round-trip time each.
void
AddGroup(uint32_t left, uint32_t right, const std::string& delay, uint32_t mtu, const std::string& congestion)
{
    NodeContainer pair;
    pair.Create(2);
    InternetStackHelper().Install(pair);
    senders.push_back(pair.Get(0));
    receivers.push_back(pair.Get(1));
    senderWires.push_back(Connect(pair.Get(0), routers.Get(left), "10Gbps", "0s", mtu));
    receiverWires.push_back(Connect(routers.Get(right), pair.Get(1), "10Gbps", delay, mtu));
    if (!congestion.empty())
    {
        for (uint32_t i = 0; i < 2; i++)
        {
            pair.Get(i)->GetObject<TcpL4Protocol>()->SetAttribute("SocketType", TypeIdValue(TypeId::LookupByName(congestion)));
        }
    }
}

/// Losses of the packets that a device receives.
void
Lose(Ptr<PointToPointNetDevice> device, double rate)
{
    Ptr<RateErrorModel> model = CreateObject<RateErrorModel>();
    model->SetAttribute("ErrorUnit", StringValue("ERROR_UNIT_PACKET"));
    model->SetAttribute("ErrorRate", DoubleValue(rate));
    device->SetReceiveErrorModel(model);
}

/// Sources of a group from start to end. Without a rate they always have data to send.
void
Flows(uint32_t group, uint32_t first, uint32_t count, double start, double end, bool tcp, bool reverse, const std::string& rate, uint32_t bytes)
{
    const std::string protocol = tcp ? "ns3::TcpSocketFactory" : "ns3::UdpSocketFactory";
    Ptr<Node> from = reverse ? receivers[group] : senders[group];
    Ptr<Node> to = reverse ? senders[group] : receivers[group];
    Ipv4Address address = reverse ? senderWires[group].leftAddress : receiverWires[group].rightAddress;
    for (uint32_t number = first; number < first + count; number++)
    {
        static uint16_t port = 1024;
        port++;
        PacketSinkHelper sink(protocol, InetSocketAddress(Ipv4Address::GetAny(), port));
        ApplicationContainer receiving = sink.Install(to);
        receiving.Start(Seconds(0));
        sinks.emplace_back("group " + std::to_string(group) + " source " + std::to_string(number), DynamicCast<PacketSink>(receiving.Get(0)));
        ApplicationContainer sending;
        if (rate.empty())
        {
            BulkSendHelper bulk(protocol, InetSocketAddress(address, port));
            sending = bulk.Install(from);
        }
        else
        {
            OnOffHelper constant(protocol, InetSocketAddress(address, port));
            constant.SetConstantRate(DataRate(rate), bytes);
            sending = constant.Install(from);
        }
        sending.Start(Seconds(start));
        sending.Stop(Seconds(end));
    }
}

/// What left a hop after the warm-up.
struct Tally
{
    double from = 0;
    double sojourn = 0;
    uint64_t departures = 0;
    uint64_t bits = 0;
};

std::map<std::string, Tally> tallies;

/// A packet leaves the queue disc, also if it is dropped there.
void
Departed(Tally* tally, Time sojourn)
{
    if (Simulator::Now().GetSeconds() >= tally->from)
    {
        tally->sojourn += sojourn.GetSeconds();
        tally->departures++;
    }
}

/// The transmission of a packet ends. Its PPP header of 2 bytes does not count.
void
Transmitted(Tally* tally, Ptr<const Packet> packet)
{
    if (Simulator::Now().GetSeconds() >= tally->from)
    {
        tally->bits += 8 * (packet->GetSize() - 2);
    }
}

/// Measures each hop of the way forward from a time on.
void
Measure(double from)
{
    for (std::size_t hop = 0; hop < hops.size(); hop++)
    {
        const std::string name = "hop" + std::to_string(hop);
        Tally* tally = &tallies[name];
        tally->from = from;
        hops[hop].left->TraceConnectWithoutContext("PhyTxEnd", MakeBoundCallback(&Transmitted, tally));
        if (queues.count(name) > 0)
        {
            queues[name]->TraceConnectWithoutContext("SojournTime", MakeBoundCallback(&Departed, tally));
        }
    }
}

/// Prints what `Measure` has measured in these seconds.
void
PrintMeasured(double seconds)
{
    for (const auto& [name, tally] : tallies)
    {
        std::cout << name << " after the warm-up: mean queue delay ";
        std::cout << (tally.departures > 0 ? 1e3 * tally.sojourn / tally.departures : 0) << " ms, ";
        std::cout << 1e-6 * tally.bits / seconds << " Mbit/s sent" << std::endl;
    }
}

void
At(double seconds, std::function<void()> change)
{
    Simulator::Schedule(Seconds(seconds), change);
}

} // namespace

// Generated from the table in crates/aqm-export/src/lib.rs.

export const TARGETS = [
  { value: 'tc', label: 'tc', about: 'A shell script for Linux: network namespaces, the qdisc of the kernel, iperf3. Needs root.' },
  { value: 'nest', label: 'NeST', about: 'A Python program for NeST, which needs Linux and root.' },
  { value: 'ns3', label: 'ns-3', about: 'A C++ program for ns-3.37 or later.' },
  { value: 'mininet', label: 'Mininet', about: 'A Python program for Mininet, which needs root.' },
  { value: 'flent', label: 'Flent', about: 'A shell script that prepares the path and runs Flent.' },
] as const;

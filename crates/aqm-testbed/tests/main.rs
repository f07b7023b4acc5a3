//! Integration tests of the testbed. A run needs Linux, CAP_NET_ADMIN and /dev/net/tun; elsewhere its tests say so and pass.

mod rows;
mod run;

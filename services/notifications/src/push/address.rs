//! Addresses that a push may connect to, looked at after the name is resolved: a name on the list
//! of push services may still lead to our own doors.

use std::{
    io,
    net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr},
};

use reqwest::dns::{Addrs, Name, Resolve, Resolving};

use crate::endpoint::LOCALHOST;

/// Resolves names to public addresses only. The connection goes to the very address that was looked
/// at, so a second, different answer of the name server changes nothing.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Outside {
    /// `localhost` may be resolved, to this machine alone.
    pub loopback: bool,
}

impl Outside {
    fn allows(self, host: &str, address: IpAddr) -> bool {
        if host == LOCALHOST {
            self.loopback && address.is_loopback()
        } else {
            is_public(address)
        }
    }

    fn keep(self, host: &str, found: impl Iterator<Item = SocketAddr>) -> io::Result<Addrs> {
        let allowed: Vec<_> = found
            .filter(|address| self.allows(host, address.ip()))
            .collect();
        if allowed.is_empty() {
            return Err(io::Error::other("name leads to no public address"));
        }
        Ok(Box::new(allowed.into_iter()))
    }
}

impl Resolve for Outside {
    fn resolve(&self, name: Name) -> Resolving {
        let outside = *self;
        Box::pin(async move {
            let found = tokio::net::lookup_host((name.as_str(), 0)).await?;
            Ok(outside.keep(name.as_str(), found)?)
        })
    }
}

/// Whether an address is reached through the internet (IANA's special-purpose registries).
fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => is_public_v4(address),
        IpAddr::V6(address) => match address.to_ipv4_mapped() {
            Some(address) => is_public_v4(address),
            None => is_public_v6(address),
        },
    }
}

fn is_public_v4(address: Ipv4Addr) -> bool {
    let [a, b, c, _] = address.octets();
    !matches!(
        (a, b, c),
        (0 | 10 | 127 | 224..=255, _, _)
            | (100, 64..=127, _)
            | (169, 254, _)
            | (172, 16..=31, _)
            | (192, 0, 0 | 2)
            | (192, 88, 99)
            | (192, 168, _)
            | (198, 18 | 19, _)
            | (198, 51, 100)
            | (203, 0, 113)
    )
}

fn is_public_v6(address: Ipv6Addr) -> bool {
    let [a, b, ..] = address.segments();
    // Global unicast, without protocol assignments and Teredo, documentation, and 6to4, which
    // carries any IPv4 address inside.
    (0x2000..=0x3fff).contains(&a)
        && !(a == 0x2001 && (b < 0x200 || b == 0xdb8))
        && a != 0x2002
        && !(a == 0x3fff && b < 0x1000)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn our_own_doors_are_not_public() {
        for address in [
            "0.0.0.0",
            "10.1.2.3",
            "100.64.0.1",
            "127.0.0.1",
            "127.255.255.254",
            "169.254.169.254",
            "172.16.0.1",
            "172.31.255.255",
            "192.0.0.1",
            "192.0.2.1",
            "192.168.1.1",
            "198.18.0.1",
            "198.51.100.1",
            "203.0.113.1",
            "224.0.0.1",
            "255.255.255.255",
            "::",
            "::1",
            "::127.0.0.1",
            "::ffff:127.0.0.1",
            "::ffff:10.0.0.1",
            "::ffff:169.254.169.254",
            "64:ff9b::7f00:1",
            "100::1",
            "2001::1",
            "2001:db8::1",
            "2002:7f00:1::1",
            "3fff::1",
            "fc00::1",
            "fd00::1",
            "fe80::1",
            "ff02::1",
        ] {
            assert!(!is_public(address.parse().unwrap()), "{address}");
        }
    }

    #[test]
    fn the_internet_is_public() {
        for address in [
            "1.1.1.1",
            "100.63.255.255",
            "142.250.1.95",
            "172.32.0.1",
            "192.0.1.1",
            "223.255.255.255",
            "2001:4860:4860::8888",
            "2606:4700::1111",
            "2a00:1450:4001::1",
            "::ffff:142.250.1.95",
        ] {
            assert!(is_public(address.parse().unwrap()), "{address}");
        }
    }

    fn kept(loopback: bool, host: &str, found: &[&str]) -> Vec<String> {
        let found = found
            .iter()
            .map(|address| SocketAddr::new(address.parse().unwrap(), 0));
        Outside { loopback }
            .keep(host, found)
            .map(|kept| kept.map(|address| address.ip().to_string()).collect())
            .unwrap_or_default()
    }

    #[test]
    fn of_a_names_addresses_only_public_ones_are_used() {
        let push = "web.push.apple.com";
        assert_eq!(kept(false, push, &["127.0.0.1", "1.1.1.1"]), ["1.1.1.1"]);
        assert!(kept(true, push, &["127.0.0.1", "::1", "10.0.0.1"]).is_empty());
        assert_eq!(
            kept(true, "localhost", &["1.1.1.1", "127.0.0.1"]),
            ["127.0.0.1"]
        );
        assert!(kept(false, "localhost", &["1.1.1.1", "127.0.0.1"]).is_empty());
    }

    #[tokio::test]
    async fn a_name_that_leads_home_is_not_resolved() {
        let name = || "localhost".parse::<Name>().unwrap();
        let home = Outside { loopback: false }.resolve(name()).await;
        assert!(home.is_err());
        let demonstration = Outside { loopback: true }.resolve(name()).await;
        assert!(
            demonstration
                .unwrap()
                .all(|address| address.ip().is_loopback())
        );
    }
}

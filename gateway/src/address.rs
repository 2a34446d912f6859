//! Where a request comes from: the visitor's address behind our proxies, and its network.

use std::{
    net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr},
    str::FromStr,
    sync::Once,
};

use http::HeaderMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A range of addresses, written `192.0.2.0/24`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Network {
    first: IpAddr,
    bits: u8,
}

/// The text is no network.
#[derive(Debug, thiserror::Error)]
#[error("not a network such as 192.0.2.0/24 or 2001:db8::/32")]
pub struct NotANetwork;

impl Network {
    /// The network an address belongs to, as coarse as it may be stored and passed on:
    /// /24 of IPv4, /48 of IPv6.
    #[must_use]
    pub fn around(address: IpAddr) -> Self {
        let address = address.to_canonical();
        let bits = if address.is_ipv4() { 24 } else { 48 };
        Self {
            first: first_of(address, bits),
            bits,
        }
    }

    /// Whether the address is inside.
    #[must_use]
    pub fn contains(&self, address: IpAddr) -> bool {
        let address = address.to_canonical();
        address.is_ipv4() == self.first.is_ipv4() && first_of(address, self.bits) == self.first
    }
}

fn first_of(address: IpAddr, bits: u8) -> IpAddr {
    match address {
        IpAddr::V4(address) => {
            let mask = u32::MAX.checked_shl(32 - u32::from(bits)).unwrap_or(0);
            Ipv4Addr::from_bits(address.to_bits() & mask).into()
        }
        IpAddr::V6(address) => {
            let mask = u128::MAX.checked_shl(128 - u32::from(bits)).unwrap_or(0);
            Ipv6Addr::from_bits(address.to_bits() & mask).into()
        }
    }
}

impl std::fmt::Display for Network {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "{}/{}", self.first, self.bits)
    }
}

impl FromStr for Network {
    type Err = NotANetwork;

    fn from_str(text: &str) -> Result<Self, NotANetwork> {
        let (address, bits) = text.split_once('/').ok_or(NotANetwork)?;
        let address: IpAddr = address.parse().map_err(|_| NotANetwork)?;
        let bits: u8 = bits.parse().map_err(|_| NotANetwork)?;
        if bits > if address.is_ipv4() { 32 } else { 128 } {
            return Err(NotANetwork);
        }
        Ok(Self {
            first: first_of(address, bits),
            bits,
        })
    }
}

impl Serialize for Network {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Network {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?
            .parse()
            .map_err(serde::de::Error::custom)
    }
}

fn trusted(proxies: &[Network], address: IpAddr) -> bool {
    proxies.iter().any(|proxy| proxy.contains(address))
}

/// The visitor's own address: the connection's, unless a trusted proxy tells of another.
///
/// A visitor may send `X-Forwarded-For` too; so it is read from the right, and the first
/// address that is not one of our proxies is the visitor's.
pub(crate) fn visitor(connected: IpAddr, headers: &HeaderMap, proxies: &[Network]) -> IpAddr {
    if !trusted(proxies, connected) {
        return connected;
    }
    let mut visitor = connected;
    let lines = headers.get_all("x-forwarded-for").iter();
    let hops: Vec<&str> = lines
        .filter_map(|line| line.to_str().ok())
        .flat_map(|line| line.split(','))
        .collect();
    for hop in hops.into_iter().rev() {
        let Some(address) = hop_address(hop.trim()) else {
            // Never the words themselves: they may be an address.
            UNREAD.call_once(|| {
                tracing::warn!(
                    "a trusted proxy tells an address that cannot be read: its visitors count as one network"
                );
            });
            break;
        };
        visitor = address;
        if !trusted(proxies, address) {
            break;
        }
    }
    visitor
}

/// Said once: it would be said with each request.
static UNREAD: Once = Once::new();

/// An address as proxies write it; some add the port.
fn hop_address(hop: &str) -> Option<IpAddr> {
    let bare = hop.strip_prefix('[').and_then(|hop| hop.strip_suffix(']'));
    bare.unwrap_or(hop)
        .parse()
        .or_else(|_| hop.parse::<SocketAddr>().map(|address| address.ip()))
        .ok()
}

/// The visitor's country (ISO 3166-1 alpha-2) as told by a trusted proxy.
pub(crate) fn country(
    connected: IpAddr,
    headers: &HeaderMap,
    proxies: &[Network],
    header: &str,
) -> Option<String> {
    if header.is_empty() || !trusted(proxies, connected) {
        return None;
    }
    let country = headers.get(header)?.to_str().ok()?;
    // XX is the word for 'unknown' of those who set such a header.
    let known = country.len() == 2
        && country.bytes().all(|letter| letter.is_ascii_uppercase())
        && country != "XX";
    known.then(|| country.to_owned())
}

#[cfg(test)]
mod tests {
    use http::HeaderValue;

    use super::*;

    fn ip(text: &str) -> IpAddr {
        text.parse().unwrap()
    }

    fn headers(pairs: &[(&'static str, &'static str)]) -> HeaderMap {
        let mut headers = HeaderMap::new();
        for (name, value) in pairs {
            headers.append(*name, HeaderValue::from_static(value));
        }
        headers
    }

    fn proxies() -> Vec<Network> {
        vec!["10.0.0.0/8".parse().unwrap(), "fd00::/8".parse().unwrap()]
    }

    #[test]
    fn a_network_is_never_a_whole_address() {
        assert_eq!(
            Network::around(ip("203.0.113.77")).to_string(),
            "203.0.113.0/24"
        );
        assert_eq!(
            Network::around(ip("::ffff:203.0.113.77")).to_string(),
            "203.0.113.0/24"
        );
        assert_eq!(
            Network::around(ip("2001:db8:1:2::3")).to_string(),
            "2001:db8:1::/48"
        );
    }

    #[test]
    fn networks_are_read_and_odd_ones_refused() {
        for text in [
            "10.0.0.0",
            "10.0.0.0/33",
            "::/129",
            "x/8",
            "10.0.0.0/-1",
            "",
        ] {
            assert!(text.parse::<Network>().is_err(), "{text}");
        }
        let all: Network = "0.0.0.0/0".parse().unwrap();
        assert!(all.contains(ip("203.0.113.77")));
        assert!(!all.contains(ip("2001:db8::1")));
    }

    #[test]
    fn a_stranger_cannot_choose_an_address() {
        let claimed = headers(&[("x-forwarded-for", "198.51.100.1")]);
        assert_eq!(
            visitor(ip("203.0.113.9"), &claimed, &proxies()),
            ip("203.0.113.9")
        );
    }

    #[test]
    fn a_proxy_tells_the_last_address_that_is_not_ours() {
        let told = headers(&[
            ("x-forwarded-for", "198.51.100.1, 203.0.113.9"),
            ("x-forwarded-for", "10.0.0.7"),
        ]);
        assert_eq!(
            visitor(ip("10.1.1.1"), &told, &proxies()),
            ip("203.0.113.9")
        );
        let broken = headers(&[("x-forwarded-for", "203.0.113.9, rubbish, 10.0.0.7")]);
        assert_eq!(visitor(ip("10.1.1.1"), &broken, &proxies()), ip("10.0.0.7"));
        assert_eq!(
            visitor(ip("10.1.1.1"), &headers(&[]), &proxies()),
            ip("10.1.1.1")
        );
    }

    #[test]
    fn a_proxy_may_tell_the_port_too() {
        for (hop, address) in [
            ("203.0.113.9:5678", "203.0.113.9"),
            ("[2001:db8::9]:80", "2001:db8::9"),
            ("[2001:db8::9]", "2001:db8::9"),
            ("2001:db8::9", "2001:db8::9"),
        ] {
            let told = headers(&[("x-forwarded-for", hop)]);
            assert_eq!(visitor(ip("10.1.1.1"), &told, &proxies()), ip(address));
        }
        for hop in ["", "203.0.113.9:x", "[203.0.113.9", "unknown", "_gazonk"] {
            assert_eq!(hop_address(hop), None, "{hop}");
        }
    }

    #[test]
    fn a_country_is_believed_from_a_proxy_only() {
        let told = headers(&[("cf-ipcountry", "NL")]);
        let of = |from: &str, told: &HeaderMap| country(ip(from), told, &proxies(), "cf-ipcountry");
        assert_eq!(of("10.1.1.1", &told), Some("NL".to_owned()));
        assert_eq!(of("203.0.113.9", &told), None);
        for odd in ["XX", "nl", "T1", "NLD", "<b"] {
            assert_eq!(
                of("10.1.1.1", &headers(&[("cf-ipcountry", odd)])),
                None,
                "{odd}"
            );
        }
        assert_eq!(country(ip("10.1.1.1"), &told, &proxies(), ""), None);
    }
}

/** The hosts that the server knows: this machine, and hosts that were allowed by name. */

/** Accepts this machine, which every name below `localhost` means (RFC 6761), and the allowed names. Case and a last dot do not matter. */
export function hostsKnown(allowed: readonly string[]): (hostname: string) => boolean {
  const names = new Set(allowed.map(nameOf))
  return (hostname) => {
    const name = nameOf(hostname)
    const isLoopback =
      name === 'localhost' || name.endsWith('.localhost') || name === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(name)
    return isLoopback || names.has(name)
  }
}

export function nameOf(host: string): string {
  return host.toLowerCase().replace(/\.$/, '')
}

/** Accepts this machine, the host of the origin, and the allowed names. */
export function hostsOfServer(origin: string, allowed: readonly string[]): (hostname: string) => boolean {
  return hostsKnown([new URL(origin).hostname, ...allowed])
}

import { type Check, ok, problem, warning } from '../check.ts'
import { sendProbe, forgedAddress } from '../send-probe.ts'

export const checkProxies: Check = {
  name: 'proxies',
  needsDatabase: true,
  async run(context) {
    const { received } = await sendProbe(context, 'GET')
    const isAppended = received.forwarded[0] === forgedAddress
    const count = received.forwarded.length - (isAppended ? 1 : 0)
    const TRUST_PROXY = received.trustedProxies
    if (received.client === forgedAddress)
      return problem(
        `TRUST_PROXY=${TRUST_PROXY}, but ${proxies(count)} X-Forwarded-For, so anybody can claim any address and evade the limits. Set TRUST_PROXY=${count} and restart.`,
      )
    if (count > TRUST_PROXY)
      return problem(
        `TRUST_PROXY=${TRUST_PROXY}, but ${proxies(count)} X-Forwarded-For, so all people seem to have the address of the proxy and share its limits. Set TRUST_PROXY=${count} and restart.`,
      )
    if (count < TRUST_PROXY)
      return warning(
        `TRUST_PROXY=${TRUST_PROXY}, but on the way from this machine ${proxies(count)} X-Forwarded-For. If people come the same way, set TRUST_PROXY=${count}.`,
      )
    return ok(
      count ? `${proxies(count)} X-Forwarded-For, as TRUST_PROXY says.` : 'No proxy is in front, as TRUST_PROXY says.',
    )
  },
}

const proxies = (count: number): string =>
  count === 0 ? 'no proxy sets' : count === 1 ? 'one proxy sets' : `${count} proxies set`

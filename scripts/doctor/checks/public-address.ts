import { connect } from 'node:tls'
import { isLoopback } from '#server/config.ts'
import { clientHeaders } from '#server/http/probe.ts'
import { type Check, type Finding, ok, problem, warning } from '../check.ts'
import { addressOf, sendProbe, largeBytes } from '../send-probe.ts'

const day = 86_400_000
const renewalDays = 14

export const checkPublicAddress: Check = {
  name: 'public address',
  needsDatabase: true,
  async run(context) {
    const base = addressOf(context.config)
    const { received, hasProtocol } = await sendProbe(context, 'GET')
    const lost = clientHeaders.filter((name) => !received.headers.includes(name))
    const findings = [
      ...(lost.length ? [problem(`The proxy removes ${lost.join(', ')}. Let it forward all headers.`)] : []),
      ...(hasProtocol ? [] : [problem('The proxy removes Holdfast-Protocol from responses. Let it pass all headers.')]),
      ...encryptionFindings(base),
      ...(await certificateFindings(base)),
    ]
    const upload = await sendProbe(context, 'PATCH')
    if (upload.received.bytes !== largeBytes)
      findings.push(problem('The proxy cuts off large requests, so uploads fail. Allow bodies of 100 MB and more.'))
    return findings.length ? findings : ok(`${base.origin} leads to this server and passes its headers.`)
  },
}

function encryptionFindings({ protocol, hostname, origin }: URL): readonly Finding[] {
  if (protocol === 'https:' || isLoopback(hostname)) return []
  return [warning(`${origin} is not encrypted: anybody on the way reads passwords. Put a proxy with TLS in front.`)]
}

async function certificateFindings({ protocol, hostname, port }: URL): Promise<readonly Finding[]> {
  if (protocol !== 'https:') return []
  const until = await new Promise<number>((resolve, reject) => {
    const socket = connect({ host: hostname, port: Number(port || 443), servername: hostname }, () => {
      resolve(Date.parse(socket.getPeerCertificate().valid_to))
      socket.end()
    })
    socket.once('error', reject)
  })
  const days = Math.floor((until - Date.now()) / day)
  return days < renewalDays ? [warning(`The certificate of ${hostname} expires in ${days} days. Renew it.`)] : []
}

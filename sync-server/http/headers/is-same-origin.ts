import type { Context } from 'hono'

/** Typed addresses and links in mails have neither header. */
export function isSameOrigin({ req }: Context): boolean {
  const site = req.header('sec-fetch-site')
  if (site) return site === 'same-origin'
  const from = req.header('referer')
  if (from === undefined || !URL.canParse(from)) return false
  return new URL(from).host === (req.header('host') ?? new URL(req.url).host)
}

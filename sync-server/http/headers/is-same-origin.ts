import type { Context } from 'hono'

/**
 * Whether a page of ours made the browser ask. Where the browser does not say, the page that it came from counts; an
 * address that was typed, and a link in a mail, come from none.
 */
export function isSameOrigin({ req }: Context): boolean {
  const site = req.header('sec-fetch-site')
  if (site) return site === 'same-origin'
  const from = req.header('referer')
  if (from === undefined || !URL.canParse(from)) return false
  return new URL(from).host === (req.header('host') ?? new URL(req.url).host)
}

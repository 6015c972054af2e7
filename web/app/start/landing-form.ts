// The landing page's form works without this script, which also shows when there is no connection.

const landing = () => document.getElementById('landing')

function showReachability(isReachable: boolean): void {
  for (const each of landing()?.querySelectorAll('output') ?? []) each.hidden = isReachable
}

function submit(event: SubmitEvent): void {
  const form = event.target as HTMLFormElement
  if (!landing()?.contains(form)) return
  if (!navigator.onLine) {
    // The browser would navigate to an error page.
    event.preventDefault()
    return showReachability(false)
  }
  const fields = [...form.querySelectorAll('input')]
  const empty = fields.filter(({ value }) => value === '')
  if (empty.length === 0) return
  event.preventDefault()
  if (empty.length === fields.length) {
    // Anything typed from now on would be lost with this page.
    for (const field of fields) field.disabled = true
    location.assign('/api/login')
    return
  }
  for (const field of fields) field.required = true
  form.reportValidity()
}

/** Checks with a request, because an online browser may still not reach it. */
export async function checkReachability(): Promise<void> {
  const isReachable = await fetch('/healthz', { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  )
  showReachability(isReachable)
}

export function watchLanding(): void {
  document.addEventListener('submit', submit)
  // After the sign-in page, the browser may restore this page with its fields disabled.
  window.addEventListener('pageshow', () => {
    for (const field of landing()?.querySelectorAll('input') ?? []) field.disabled = false
  })
  window.addEventListener('online', () => void checkReachability())
  window.addEventListener('offline', () => void checkReachability())
}

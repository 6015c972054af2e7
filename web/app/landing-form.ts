// The form of the landing page works without any of this. With nothing filled in, its button leads to the server's own
// sign-in page, and without a connection it says so.

const landing = () => document.getElementById('landing')

function tell(isReachable: boolean): void {
  for (const each of landing()?.querySelectorAll('output') ?? []) each.hidden = isReachable
}

function submit(event: SubmitEvent): void {
  const form = event.target as HTMLFormElement
  if (!landing()?.contains(form)) return
  if (!navigator.onLine) {
    // The browser would leave for an error page.
    event.preventDefault()
    return tell(false)
  }
  const fields = [...form.querySelectorAll('input')]
  const empty = fields.filter(({ value }) => value === '')
  if (empty.length === 0) return
  event.preventDefault()
  if (empty.length === fields.length) {
    // What somebody types now belongs to the page that comes.
    for (const field of fields) field.disabled = true
    location.assign('/api/login')
    return
  }
  for (const field of fields) field.required = true
  form.reportValidity()
}

/** Asked, since a browser that is online may still not reach the server. */
export async function sayWhetherReachable(): Promise<void> {
  const isReachable = await fetch('/healthz', { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  )
  tell(isReachable)
}

export function watchLanding(): void {
  document.addEventListener('submit', submit)
  // Back from the sign-in page, the browser shows this one as it was left.
  window.addEventListener('pageshow', () => {
    for (const field of landing()?.querySelectorAll('input') ?? []) field.disabled = false
  })
  window.addEventListener('online', () => void sayWhetherReachable())
  window.addEventListener('offline', () => void sayWhetherReachable())
}

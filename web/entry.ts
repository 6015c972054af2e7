// The first script of every visit. A device where nobody has been signed in shows only the landing page, which is
// already in index.html; the application's code is loaded after it.
import { sharePath } from '#schema/app/shared-files.ts'
import { unopenedPath } from '#schema/app/unopened.ts'
import { checkReachability, watchLanding } from './app/start/landing-form.ts'
import { registerWorker } from './app/start/register-worker.ts'
import { letFontsArriveLate } from './app/start/late-fonts.ts'
import { isRemembered } from './app/start/remembered.ts'

const page = document.documentElement

/** What is said of files that were handed over to the app, or do not open, needs its own words. */
async function isNewcomer(): Promise<boolean> {
  if (location.pathname === sharePath || location.pathname === unopenedPath) return false
  return page.dataset['visit'] !== 'known' && !(await isRemembered(indexedDB))
}

/** Runs when the landing page is shown and the browser is idle. */
function afterwards(work: () => void): void {
  const whenIdle = () => ('requestIdleCallback' in window ? requestIdleCallback(work) : setTimeout(work, 200))
  if (document.readyState === 'complete') whenIdle()
  else window.addEventListener('load', whenIdle, { once: true })
}

watchLanding()
if (await isNewcomer()) {
  page.dataset['visit'] = 'new'
  afterwards(() => {
    void checkReachability()
    if (import.meta.env.PROD) void registerWorker()
  })
} else {
  page.dataset['visit'] = 'known'
  letFontsArriveLate()
  await import('./main.tsx')
}

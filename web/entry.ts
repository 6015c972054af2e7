// The first script of every visit. Devices without a signed-in person show only the landing page from index.html; the
// app loads after it.
import { sharePath } from '#schema/app/shared-files.ts'
import { unavailableFilePath } from '#schema/app/unavailable-file.ts'
import { checkReachability, watchLanding } from './app/start/landing-form.ts'
import { registerWorker } from './app/start/register-worker.ts'
import { swapFontsOnArrival } from './app/start/swap-fonts-on-arrival.ts'
import { isRemembered } from './app/start/remembered.ts'

const page = document.documentElement

/** The explanations of shared or missing files need the app's texts. */
async function isNewcomer(): Promise<boolean> {
  if (location.pathname === sharePath || location.pathname === unavailableFilePath) return false
  return page.dataset['visit'] !== 'known' && !(await isRemembered(indexedDB))
}

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
  swapFontsOnArrival()
  await import('./main.tsx')
}

import { useEffect } from 'react'
import { checkReachability } from './landing-form.ts'

// The app removes it from index.html and shows it again when no one is signed in.
const landing = document.getElementById('landing')
landing?.remove()

export function Landing() {
  useEffect(() => {
    if (!landing) return
    document.body.append(landing)
    document.documentElement.dataset['visit'] = 'new'
    void checkReachability()
    return () => {
      landing.remove()
      document.documentElement.dataset['visit'] = 'known'
    }
  }, [])
  return null
}

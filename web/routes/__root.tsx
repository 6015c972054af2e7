import { createRootRoute } from '@tanstack/react-router'
import { NotFound } from '#web/app/not-found.tsx'
import { Root } from '#web/app/root.tsx'

export const Route = createRootRoute({ component: Root, notFoundComponent: () => <NotFound /> })

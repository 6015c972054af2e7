// The service worker's global scope, with what the standard library's types lack.

/** Background sync (Chromium): the browser is online again and something was registered under this tag. */
export interface SyncEvent extends ExtendableEvent {
  readonly tag: string
}

export interface Worker extends ServiceWorkerGlobalScope {
  addEventListener(type: 'sync', listener: (event: SyncEvent) => void): void
  addEventListener<Type extends keyof ServiceWorkerGlobalScopeEventMap>(
    type: Type,
    listener: (event: ServiceWorkerGlobalScopeEventMap[Type]) => void,
  ): void
}

export const worker = globalThis as unknown as Worker

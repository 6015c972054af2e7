/** Ends this process cleanly when its launcher (scripts/run.mjs) was killed. */
export function stopWithLauncher(): void {
  if (!process.connected) return
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
  // A finished command must not wait for the listener.
  process.channel?.unref()
}

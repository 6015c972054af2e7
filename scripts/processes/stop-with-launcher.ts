/** Ends this process in an orderly way when the launcher that started it (scripts/run.mjs) was killed. */
export function stopWithLauncher(): void {
  if (!process.connected) return
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
  // The listener must not keep a finished command alive.
  process.channel?.unref()
}

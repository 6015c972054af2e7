// Passes on where programs and caches are, but nothing that configures the product.
const passedVariables = [
  'PATH HOME USER LOGNAME SHELL TMPDIR TEMP TMP XDG_CACHE_HOME XDG_RUNTIME_DIR DISPLAY SUDO_UID SUDO_GID',
  'TERM COLORTERM COLUMNS FORCE_COLOR NO_COLOR CI CHROMIUM PLAYWRIGHT_BROWSERS_PATH NODE_COMPILE_CACHE',
  'SystemRoot SYSTEMROOT windir ComSpec PATHEXT APPDATA LOCALAPPDATA USERPROFILE',
  'PROGRAMFILES PROGRAMFILES(X86) PROGRAMDATA',
].flatMap((line) => line.split(' '))

export function testEnvironment(caller: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv {
  const entries = passedVariables.flatMap((name) => (caller[name] === undefined ? [] : [[name, caller[name]]]))
  return { ...Object.fromEntries(entries), LANG: 'C.UTF-8', TZ: 'UTC' }
}

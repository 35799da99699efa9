// Plain JavaScript: the bootstrap runs npm and the build this way too, before Node 24 is installed.
import { spawn } from 'node:child_process'

// A shell is the parent of the command and holds a pipe from us. When the pipe closes, because we
// closed it or ended, the shell terminates the command, then kills it and all remaining processes
// of its group, and removes the given folder. The shell prints nothing: a message about a signal
// would go to the reader of the output, and could end it.
const script = `
exec 3<&0 </dev/null
ask=$1 folder=$2 graceSeconds=$3
shift 3
"$@" 3<&- &
child=$!
exec >/dev/null 2>&1
{
  cat <&3
  case $ask in
    group) trap '' TERM; kill -TERM 0; trap - TERM ;;
    *) kill -"$ask" "$child" ;;
  esac
  for signal in QUIT KILL; do
    seconds=0
    while [ "$seconds" -lt "$graceSeconds" ]; do
      sleep 1
      kill -0 "$child" || exit
      seconds=$((seconds + 1))
    done
    kill -"$signal" "$child"
  done
} &
exec 3<&-
trap '' HUP INT TERM
wait "$child"
code=$?
[ -z "$folder" ] || rm -rf "$folder"
kill -TERM 0
exit "$code"
`

/**
 * Starts a command that cannot outlive this process, in a new process group, so that Ctrl-C in the
 * terminal reaches only this process.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {import('./watched-child.d.mts').WatchedOptions} options
 * @returns {import('./watched-child.d.mts').WatchedChild}
 */
export function spawnWatched(command, args, options = {}) {
  const {
    ask = 'group',
    removeAfter = '',
    output = 'inherit',
    inherits,
    graceSeconds = 30,
    ...rest
  } = options
  const child = spawn(
    '/bin/sh',
    ['-c', script, 'hemline-watch', ask, removeAfter, String(graceSeconds), command, ...args],
    {
      ...rest,
      detached: true,
      // The shell itself uses descriptor 3.
      stdio: ['pipe', output, output, 'ignore', inherits ?? 'ignore'],
    },
  )
  child.stdin?.on('error', () => {})
  const ended = new Promise((resolve) => {
    child.once('error', (error) => resolve({ code: null, why: error.message }))
    child.once('close', (code, signal) => resolve({ code, why: signal ?? `exit code ${code}` }))
  })
  return {
    pid: child.pid,
    stdout: child.stdout,
    stderr: child.stderr,
    ended,
    stop() {
      child.stdin?.end()
      return ended
    },
  }
}

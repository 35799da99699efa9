#!/usr/bin/env bash
# rolldown 1.2.19: the priority of a group of `codeSplitting` loses its fraction. Its types say "number", and that of
# two groups the one with the higher priority takes a module; 0.9 counts as 0, so that the first one in the list takes
# it, without a warning, as if both had the same. 1 takes it.
# Means for a configuration: a group put between two others by a fraction silently stays where it was in the list.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --silent --ignore-scripts rolldown@1.2.19
echo 'export const part = Date.now()' > part.js
for page in one two; do echo "import { part } from './part.js'; console.log('$page', part)" > "$page.js"; done
cat > build.mjs <<'JS'
import { rolldown } from 'rolldown'
const fileOfPart = async (priority) => {
  const bundle = await rolldown({ input: ['./one.js', './two.js'], onLog: (_level, log) => console.log(log.message) })
  const group = (name, priority) => ({ name, priority, test: /part\.js$/ })
  const groups = [group('earlier', 0), group('later', priority)]
  const { output } = await bundle.generate({ codeSplitting: { groups } })
  return output.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith('part.js'))).name
}
for (const priority of [0, 0.9, 1]) console.log(`later has ${priority}: ${await fileOfPart(priority)}`)
JS
node build.mjs | tee seen
diff seen - <<'SEEN'
later has 0: earlier
later has 0.9: earlier
later has 1: later
SEEN

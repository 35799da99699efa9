import { execFileSync } from 'node:child_process'
import { join, relative } from 'node:path'

/** Builds the app with its mutants in a separate folder; returns that folder. */
export async function mutatedBuild(root: string, folder: string): Promise<string> {
  const build = join(folder, 'build')
  const command = join(root, 'node_modules/@react-router/dev/bin.cjs')
  execFileSync(process.execPath, [command, 'build', '--config', 'tools/mutation/vite.config.ts'], {
    cwd: root,
    env: {
      ...process.env,
      NODE_ENV: 'production',
      // The default would be the folder of the configuration.
      REACT_ROUTER_ROOT: root,
      HEMLINE_BUILD_DIR: relative(root, build),
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  return build
}

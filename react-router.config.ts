import type { Config } from '@react-router/dev/config'

export default {
  ssr: true,
  buildDirectory: process.env.HEMLINE_BUILD_DIR ?? 'build/local',
} satisfies Config

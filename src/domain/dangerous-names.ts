/**
 * Environment variables that change how programs load or run, each row with its reason. A secret is never given
 * under one of these: whoever chooses the value would choose the code. Variables that only carry a credential or
 * an address (tokens, passwords, `HTTP_PROXY`, `KUBECONFIG`, `GOOGLE_APPLICATION_CREDENTIALS`) are not here.
 */

/** Why a variable of this name is refused, in any case (`npm_config_x` and `NPM_CONFIG_X` are one); null when it is fine. */
export function dangerousReason(name: string): string | null {
  const upper = name.toUpperCase();
  const exact = exactNames.get(upper);
  if (exact !== undefined) return exact;
  return families.find(({ start }) => upper.startsWith(start))?.reason ?? null;
}

/** Names in upper case; a `*` at the end stands for a family. */
const rows: readonly (readonly [names: string, reason: string])[] = [
  // The system.
  ['LD_* DYLD_* _RLD* LDR_PRELOAD* LIBPATH SHLIB_PATH', 'the loader takes libraries from it'],
  ['GLIBC_TUNABLES MALLOC_* GCONV_PATH LOCPATH NLSPATH GETCONF_DIR', 'the C library loads or obeys it'],
  [
    'ASAN_OPTIONS LSAN_OPTIONS MSAN_OPTIONS TSAN_OPTIONS UBSAN_OPTIONS',
    'sanitizers write files and run programs by it',
  ],
  ['HOSTALIASES LOCALDOMAIN RES_OPTIONS RESOLV_HOST_CONF', 'it changes which host a name means'],
  ['PATH', 'it decides which program a name means'],
  ['HOME XDG_* TMPDIR TMP TEMP TEMPDIR', 'programs take their configuration or trusted files from there'],
  ['SHELL', 'programs start it as a shell'],
  ['TERMINFO TERMINFO_DIRS TERMCAP TERMPATH', 'programs load terminal descriptions from it'],
  ['DBUS_SESSION_BUS_ADDRESS DBUS_SYSTEM_BUS_ADDRESS', 'an address can name a program to start'],
  ['VAULT_PASSWORD VAULT_PASSWORD_FILE VAULT_DIR', 'it opens or moves the vault itself'],

  // Shells.
  [
    'ENV BASH_ENV ZDOTDIR FPATH FISH_FUNCTION_PATH MODULE_PATH BASH_LOADABLES_PATH',
    'shells run code from it',
  ],
  ['BASH_FUNC_*', 'bash takes functions from it'],
  [
    'IFS CDPATH GLOBIGNORE EXECIGNORE FIGNORE INPUTRC BASH_COMPAT POSIXLY_CORRECT',
    'it changes what shell commands mean',
  ],
  ['PS0 PS1 PS2 PS3 PS4 PROMPT_COMMAND MAILPATH', 'shells expand or run it'],
  ['SHELLOPTS BASHOPTS BASH_XTRACEFD HISTFILE', 'it switches shell options or makes shells write files'],

  // Interpreters and run times.
  [
    'NODE_OPTIONS NODE_PATH NODE_REPL_EXTERNAL_MODULE NODE_COMPILE_CACHE NODE_CHANNEL_FD',
    'Node.js loads code by it',
  ],
  [
    'NODE_V8_COVERAGE NODE_REDIRECT_WARNINGS NODE_REPL_HISTORY NODE_ICU_DATA',
    'Node.js reads or writes files by it',
  ],
  [
    'ELECTRON_RUN_AS_NODE TS_NODE_* BUN_OPTIONS BUN_INSPECT* DENO_DIR DENO_CERT',
    'JavaScript run times load code by it',
  ],
  [
    'PYTHONPATH PYTHONHOME PYTHONSTARTUP PYTHONUSERBASE PYTHONPLATLIBDIR PYTHONEXECUTABLE',
    'Python loads code from it',
  ],
  [
    'PYTHONBREAKPOINT PYTHONWARNINGS PYTHON_PRESITE PYTHON_KEYRING_BACKEND',
    'Python imports the module it names',
  ],
  [
    'PYTHONINSPECT PYTHONPYCACHEPREFIX PYTHONCASEOK PYTHONDUMPREFSFILE PYTHON_HISTORY',
    'it changes how Python runs',
  ],
  [
    'PYTEST_ADDOPTS PYTEST_PLUGINS MYPYPATH IPYTHONDIR JUPYTER_PATH JUPYTER_CONFIG_*',
    'Python tools load code by it',
  ],
  [
    'VIRTUAL_ENV CONDA_PREFIX CONDA_EXE PIP_CONFIG_FILE PIP_PYTHON UV_PYTHON',
    'it decides which Python and packages run',
  ],
  [
    'PERL5LIB PERL5OPT PERL5DB PERL5SHELL PERLLIB PERLDB_OPTS PERLIO PERLIO_DEBUG PERL_MM_OPT PERL_MB_OPT',
    'Perl loads or runs code by it',
  ],
  [
    'RUBYOPT RUBYLIB RUBYPATH RUBYSHELL RUBYLIB_PREFIX GEM_HOME GEM_PATH IRBRC RAKEOPT',
    'Ruby loads code by it',
  ],
  [
    'BUNDLE_GEMFILE BUNDLE_PATH BUNDLE_BIN_PATH BUNDLE_APP_CONFIG RUBYGEMS_GEMDEPS',
    'Bundler loads code by it',
  ],
  [
    'JAVA_TOOL_OPTIONS _JAVA_OPTIONS JDK_JAVA_OPTIONS JDK_JAVAC_OPTIONS JAVA_OPTS JVM_OPTS',
    'Java takes options from it',
  ],
  [
    'JAVA_HOME CLASSPATH M2_HOME MAVEN_HOME GRADLE_HOME GRADLE_USER_HOME',
    'Java and its tools load code from it',
  ],
  [
    'MAVEN_OPTS MAVEN_ARGS GRADLE_OPTS ANT_OPTS ANT_ARGS SBT_OPTS CATALINA_OPTS LEIN_JVM_OPTS',
    'Java tools take options from it',
  ],
  [
    'DOTNET_STARTUP_HOOKS DOTNET_ADDITIONAL_DEPS DOTNET_SHARED_STORE DOTNET_ROOT* DOTNET_HOST_PATH',
    '.NET loads code from it',
  ],
  [
    'CORECLR_* COR_ENABLE_PROFILING COR_PROFILER* COMPLUS_* MSBUILD* ASPNETCORE_HOSTINGSTARTUPASSEMBLIES',
    '.NET loads code by it',
  ],
  ['PHPRC PHP_INI_SCAN_DIR COMPOSER_HOME COMPOSER_VENDOR_DIR', 'PHP loads configuration and code from it'],
  ['LUA_INIT* LUA_PATH* LUA_CPATH*', 'Lua loads or runs code from it'],
  ['R_PROFILE* R_ENVIRON* R_HOME R_LIBS* R_DEFAULT_PACKAGES', 'R loads code from it'],
  ['JULIA_LOAD_PATH JULIA_DEPOT_PATH JULIA_PROJECT JULIA_BINDIR JULIA_EDITOR', 'Julia loads code by it'],
  [
    'ERL_FLAGS ERL_AFLAGS ERL_ZFLAGS ERL_LIBS ERL_INETRC ELIXIR_ERL_OPTIONS MIX_HOME MIX_ARCHIVES',
    'Erlang and Elixir load code by it',
  ],
  [
    'GHCRTS GHC_PACKAGE_PATH GHC_ENVIRONMENT OCAMLRUNPARAM CAML_LD_LIBRARY_PATH',
    'compiled programs or compilers obey it',
  ],
  [
    'TCLLIBPATH TCL_LIBRARY TK_LIBRARY GUILE_LOAD_PATH GUILE_LOAD_COMPILED_PATH AWKPATH AWKLIBPATH M4PATH',
    'interpreters load code from it',
  ],

  // Version control and remote shells.
  ['GIT_CONFIG*', 'git configuration can run programs'],
  ['GIT_SSH GIT_SSH_COMMAND GIT_SSH_VARIANT GIT_PROXY_COMMAND GIT_ASKPASS GIT_EXTERNAL_DIFF', 'git runs it'],
  ['GIT_EDITOR GIT_SEQUENCE_EDITOR GIT_PAGER', 'git runs it'],
  ['GIT_EXEC_PATH GIT_TEMPLATE_DIR', 'git runs programs and hooks from it'],
  [
    'GIT_DIR GIT_WORK_TREE GIT_COMMON_DIR GIT_INDEX_FILE GIT_OBJECT_DIRECTORY GIT_ALTERNATE_OBJECT_DIRECTORIES GIT_NAMESPACE',
    'it decides which repository and hooks git uses',
  ],
  ['GIT_ALLOW_PROTOCOL GIT_PROTOCOL_FROM_USER GIT_TRACE*', 'it lets git run remote helpers or write files'],
  [
    'HG HGRCPATH HGEDITOR HGMERGE SVN_SSH SVN_EDITOR CVS_RSH CVSEDITOR P4EDITOR P4DIFF P4MERGE P4PAGER',
    'version control runs it',
  ],
  [
    'RSYNC_RSH RSYNC_CONNECT_PROG SSH_ASKPASS SSH_ASKPASS_REQUIRE SUDO_ASKPASS',
    'remote and privileged programs run it',
  ],
  ['SSH_SK_PROVIDER SSH_SK_HELPER SSH_PKCS11_HELPER', 'ssh loads or runs it'],

  // Editors, pagers, and other programs started on the user's behalf.
  [
    'EDITOR VISUAL FCEDIT SUDO_EDITOR SYSTEMD_EDITOR KUBE_EDITOR GH_EDITOR PSQL_EDITOR',
    'programs start it as an editor',
  ],
  [
    'PAGER MANPAGER BAT_PAGER DELTA_PAGER GH_PAGER AWS_PAGER SYSTEMD_PAGER PSQL_PAGER ACK_PAGER',
    'programs start it as a pager',
  ],
  [
    'BROWSER GH_BROWSER CHROME_PATH CHROME_BIN PUPPETEER_EXECUTABLE_PATH KUBECTL_EXTERNAL_DIFF',
    'programs start it',
  ],
  ['LESS LESSOPEN LESSCLOSE LESSKEY* LESSEDIT LESSHISTFILE MORE', 'pagers run commands by it'],
  [
    'VIMINIT GVIMINIT EXINIT VIM VIMRUNTIME MYVIMRC NVIM_APPNAME EMACSLOADPATH EMACSDATA',
    'editors run code by it',
  ],
  [
    'MANPATH MANOPT MANROFFOPT GROFF_* TEXINPUTS TEXMFCNF GS_LIB GS_OPTIONS',
    'document tools load code by it',
  ],
  [
    'TAR_OPTIONS RIPGREP_CONFIG_PATH BAT_CONFIG_PATH FZF_* ACKRC PARALLEL_SHELL SCREENRC',
    'its options can run programs',
  ],
  [
    'PSQLRC PSQL_HISTORY MYSQL_HOME LIBMYSQL_PLUGINS LIBMYSQL_PLUGIN_DIR ORACLE_HOME',
    'database clients load it',
  ],
  ['ODBCINI ODBCINSTINI ODBCSYSINI', 'it names database drivers to load'],

  // Who is trusted.
  [
    'OPENSSL_CONF* OPENSSL_ENGINES OPENSSL_MODULES KRB5_CONFIG GNUPGHOME',
    'cryptographic libraries load modules by it',
  ],
  [
    'SSL_CERT_FILE SSL_CERT_DIR NODE_EXTRA_CA_CERTS CURL_CA_BUNDLE REQUESTS_CA_BUNDLE AWS_CA_BUNDLE GIT_SSL_CAINFO GIT_SSL_CAPATH',
    'it changes which servers are trusted',
  ],
  ['NODE_TLS_REJECT_UNAUTHORIZED PYTHONHTTPSVERIFY GIT_SSL_NO_VERIFY', 'it switches certificate checks off'],
  ['SSLKEYLOGFILE', 'it makes programs write their session keys to a file'],
  ['CURL_HOME WGETRC SYSTEM_WGETRC', 'download tools take their options from it'],
  ['GOOGLE_EXTERNAL_ACCOUNT_ALLOW_EXECUTABLES', 'it lets credential files run programs'],

  // Building and packaging.
  ['MAKE MAKEFLAGS GNUMAKEFLAGS MFLAGS MAKEFILES MAKESHELL', 'make takes options and rules from it'],
  ['CC CXX CPP FC LD AR AS LEX YACC PKG_CONFIG PYTHON PERL RUBY', 'builds run it'],
  [
    'CFLAGS CXXFLAGS CPPFLAGS LDFLAGS FFLAGS CGO_* GCC_EXEC_PREFIX COMPILER_PATH',
    'compilers load plug-ins and programs by it',
  ],
  [
    'CPATH C_INCLUDE_PATH CPLUS_INCLUDE_PATH LIBRARY_PATH PKG_CONFIG_PATH PKG_CONFIG_LIBDIR CMAKE_*',
    'builds take code from it',
  ],
  ['NPM_CONFIG_* NPM_EXECPATH NPM_NODE_EXECPATH', 'npm takes its shell, options and registry from it'],
  ['YARN_RC_FILENAME YARN_YARN_PATH YARN_PLUGINS PNPM_HOME', 'package managers load code from it'],
  [
    'NVM_DIR VOLTA_HOME FNM_DIR ASDF_DIR ASDF_DATA_DIR PYENV_ROOT RBENV_ROOT MISE_CONFIG_FILE DIRENV_CONFIG',
    'version managers run code from it',
  ],
  [
    'RUSTC RUSTDOC RUSTC_WRAPPER RUSTC_WORKSPACE_WRAPPER RUSTC_LINKER RUSTFLAGS RUSTDOCFLAGS',
    'cargo runs it or obeys it',
  ],
  [
    'CARGO CARGO_HOME CARGO_BUILD_* CARGO_TARGET_* CARGO_ALIAS_* CARGO_ENCODED_RUSTFLAGS RUSTUP_HOME RUSTUP_TOOLCHAIN',
    'it decides which programs cargo runs',
  ],
  ['GOROOT GOPATH GOBIN GOENV GOFLAGS GOTOOLCHAIN GOTOOLDIR GOAUTH', 'it decides which programs go runs'],
  ['GOINSECURE GONOSUMDB GONOSUMCHECK GOSUMDB', 'it switches the check of go modules off'],
  [
    'TF_CLI_ARGS* TF_CLI_CONFIG_FILE TERRAFORM_CONFIG TF_DATA_DIR TF_PLUGIN_CACHE_DIR TF_REATTACH_PROVIDERS',
    'terraform takes options and plug-ins from it',
  ],
  [
    'ANSIBLE_CONFIG ANSIBLE_LIBRARY ANSIBLE_ROLES_PATH ANSIBLE_COLLECTIONS_PATH* HELM_PLUGINS HELM_BIN CONTAINERS_CONF* CLOUDSDK_PYTHON*',
    'deployment tools load code from it',
  ],

  // Plug-ins of graphical libraries.
  [
    'GTK_MODULES GTK3_MODULES GTK_PATH GIO_MODULE_DIR GIO_EXTRA_MODULES GI_TYPELIB_PATH GST_PLUGIN_* GDK_PIXBUF_MODULE*',
    'GTK loads modules from it',
  ],
  [
    'QT_PLUGIN_PATH QT_QPA_PLATFORM_PLUGIN_PATH QML_IMPORT_PATH QML2_IMPORT_PATH VK_ICD_FILENAMES VK_LAYER_PATH MAGICK_*',
    'graphical libraries load plug-ins from it',
  ],
];

const names = rows.flatMap(([list, reason]) => list.split(' ').map((name) => ({ name, reason })));

const exactNames: ReadonlyMap<string, string> = new Map(
  names.filter(({ name }) => !name.endsWith('*')).map(({ name, reason }) => [name, reason]),
);

const families = names
  .filter(({ name }) => name.endsWith('*'))
  .map(({ name, reason }) => ({ start: name.slice(0, -1), reason }));

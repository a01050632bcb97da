#include "app/paths.h"

#include <gmock/gmock.h>
#include <sys/stat.h>

#include "temporary_folder.h"

namespace gpulint::app {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::vector<std::string> expand(const std::vector<std::string>& paths) {
    std::vector<std::string> names;
    for (const FoundFile& file :
         expand_paths(paths, [](const std::string&) { return false; }).files)
        names.push_back(file.path);
    return names;
}

TEST(ManifestName, TakesYamlJsonAndTheirTemplates) {
    for (const char* name : {"a.yaml", "a.yml", "a.json", "a.yaml.tmpl", "a.yml.j2", "x.json.tpl",
                             ".hidden.yaml", "a.b.yaml.gotmpl"}) {
        EXPECT_TRUE(is_manifest_name(name)) << name;
    }
    for (const char* name : {"a.txt", "yaml", ".yaml", "a.yaml.bak", "a.tmpl", "a.yaml~",
                             "gpulint.yaml", ".gpulint.yaml", "a.YAML"}) {
        EXPECT_FALSE(is_manifest_name(name)) << name;
    }
}

TEST(ExpandPaths, WalksFoldersInOrder) {
    const TemporaryFolder folder;
    for (const char* name : {"b.yaml", "a/z.yml", "a/b/c.json", "a.txt", ".git/x.yaml", "c.yaml.j2",
                             "gpulint.yaml", "a/.gpulint.yaml"}) {
        folder.write(name, "");
    }
    EXPECT_THAT(expand({"."}), ElementsAre("a/b/c.json", "a/z.yml", "b.yaml", "c.yaml.j2"));
    EXPECT_THAT(expand({"./a/"}), ElementsAre("a/b/c.json", "a/z.yml"));
    EXPECT_THAT(expand({folder.path() / "a" / "b"}),
                ElementsAre((folder.path() / "a/b/c.json").string()));
}

TEST(ExpandPaths, TakesWhatIsNamedAndEachFileOnce) {
    const TemporaryFolder folder;
    folder.write("a.txt", "");
    folder.write("b/c.yaml", "");
    folder.write(".gitignore", "*\n");
    EXPECT_THAT(expand({"a.txt", "./a.txt", "b/c.yaml", "b", "-", "-", "missing.yaml"}),
                ElementsAre("a.txt", "b/c.yaml", "-", "missing.yaml"));
    EXPECT_THAT(expand({"."}), IsEmpty());
}

TEST(ExpandPaths, MatchesGlobsLikeAShell) {
    const TemporaryFolder folder;
    for (const char* name :
         {"a1.yaml", "a2.yaml", "b.yaml", "d/a3.yaml", "d/e/a4.yaml", "[x].yaml"})
        folder.write(name, "");
    EXPECT_THAT(expand({"a*.yaml"}), ElementsAre("a1.yaml", "a2.yaml"));
    EXPECT_THAT(expand({"*/a*.yaml"}), ElementsAre("d/a3.yaml"));
    EXPECT_THAT(expand({"d/**/*.yaml"}), ElementsAre("d/a3.yaml", "d/e/a4.yaml"));
    EXPECT_THAT(expand({"a[12].yaml"}), ElementsAre("a1.yaml", "a2.yaml"));
    EXPECT_THAT(expand({"[x].yaml"}), ElementsAre("[x].yaml"));
    EXPECT_THAT(expand({(folder.path() / "d/*.yaml").string()}),
                ElementsAre((folder.path() / "d/a3.yaml").string()));
    const PathList none = expand_paths({"q*.yaml"}, [](const std::string&) { return false; });
    ASSERT_EQ(none.missing.size(), 1U);
    EXPECT_EQ(none.missing[0].message, "no file matches q*.yaml");
    // A glob that matches a file named before leads to something.
    EXPECT_THAT(
        expand_paths({"b.yaml", "b*.yaml"}, [](const std::string&) { return false; }).missing,
        IsEmpty());
}

TEST(ExpandPaths, LeavesOutLinksInCirclesAndWhatIsNoFile) {
    const TemporaryFolder folder;
    folder.write("a/x.yaml", "");
    std::filesystem::create_directory_symlink("..", "a/up");
    std::filesystem::create_symlink("x.yaml", "a/link.yaml");
    std::filesystem::create_symlink("nowhere", "a/broken.yaml");
    ASSERT_EQ(::mkfifo("a/pipe.yaml", 0600), 0);
    EXPECT_THAT(expand({"."}), ElementsAre("a/link.yaml", "a/x.yaml"));
    EXPECT_THAT(expand({"a/*.yaml"}), ElementsAre("a/link.yaml", "a/x.yaml"));
}

TEST(ExpandPaths, LeavesOutWhatItIsToldTo) {
    const TemporaryFolder folder;
    for (const char* name : {"a/x.yaml", "b/x.yaml"}) folder.write(name, "");
    const PathList list = expand_paths(
        {"."}, [&](const std::string& path) { return path == (folder.path() / "a").string(); });
    ASSERT_EQ(list.files.size(), 1U);
    EXPECT_EQ(list.files[0].path, "b/x.yaml");
    EXPECT_EQ(list.files[0].absolute, (folder.path() / "b/x.yaml").string());
}

/// Of the same tree each time: what `git ls-files --others --exclude-standard` lists of it.
TEST(GitIgnore, DecidesAsGit) {
    const std::vector<std::string> tree{"a.yaml",     "build/a.yaml",     "src/a.yaml",
                                        "src/b.yaml", "src/build/c.yaml", "src/deep/build.yaml"};
    struct Row {
        std::string title;
        std::string top;
        std::string below;  // src/.gitignore
        std::vector<std::string> kept;
    };
    for (const Row& row : {
             Row{"a name at any depth",
                 "a.yaml\n",
                 "",
                 {"src/b.yaml", "src/build/c.yaml", "src/deep/build.yaml"}},
             Row{"folders only",
                 "build/\n",
                 "",
                 {"a.yaml", "src/a.yaml", "src/b.yaml", "src/deep/build.yaml"}},
             Row{"anchored at the top",
                 "/build\n",
                 "",
                 {"a.yaml", "src/a.yaml", "src/b.yaml", "src/build/c.yaml", "src/deep/build.yaml"}},
             Row{"a slash inside anchors",
                 "src/build\n",
                 "",
                 {"a.yaml", "build/a.yaml", "src/a.yaml", "src/b.yaml", "src/deep/build.yaml"}},
             Row{"the last match decides",
                 "*.yaml\n!a.yaml\n",
                 "",
                 {"a.yaml", "build/a.yaml", "src/a.yaml"}},
             Row{"a folder taken back keeps its files out", "*.yaml\n!build/\n", "", {}},
             Row{"the nearer file wins",
                 "b.yaml\n",
                 "!b.yaml\na.yaml\n",
                 {"a.yaml", "build/a.yaml", "src/b.yaml", "src/build/c.yaml",
                  "src/deep/build.yaml"}},
             Row{"any depth in between", "src/**/*.yaml\n", "", {"a.yaml", "build/a.yaml"}},
             Row{"comments, blanks and line ends",
                 "# a.yaml\n\n   \nsrc  \r\n",
                 "",
                 {"a.yaml", "build/a.yaml"}},
         }) {
        const TemporaryFolder folder;
        for (const std::string& name : tree) folder.write(name, "");
        folder.write(".git/HEAD", "");
        folder.write(".gitignore", row.top);
        if (!row.below.empty()) folder.write("src/.gitignore", row.below);
        EXPECT_EQ(expand({"."}), row.kept) << row.title;
    }
}

TEST(GitIgnore, ReachesDownFromTheTopOfTheRepository) {
    const TemporaryFolder folder;
    folder.write(".gitignore", "/a/out/\nx.yaml\n");
    folder.write("a/out/y.yaml", "");
    folder.write("a/x.yaml", "");
    folder.write("a/z.yaml", "");
    // Without a repository, files above the start mean nothing.
    EXPECT_THAT(expand({"a"}), ElementsAre("a/out/y.yaml", "a/x.yaml", "a/z.yaml"));
    folder.write(".git/HEAD", "");
    EXPECT_THAT(expand({"a"}), ElementsAre("a/z.yaml"));
}

TEST(FindConfig, TakesTheNearestAbove) {
    const TemporaryFolder folder;
    std::filesystem::create_directories("a/b/c");
    folder.write("gpulint.yaml", "");
    folder.write("a/.gpulint.yaml", "");
    EXPECT_EQ(find_config("a/b/c"), (folder.path() / "a/.gpulint.yaml").string());
    EXPECT_EQ(find_config(""), (folder.path() / "gpulint.yaml").string());
    EXPECT_EQ(find_config("/"), "");
}

}  // namespace
}  // namespace gpulint::app

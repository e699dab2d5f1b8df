"""The demo server `github`: 40 tools for repositories, issues, pull requests, workflows and releases."""

from __future__ import annotations

from inspector.demo.rows import Tool, tools
from inspector.demo.schema import Schema, choice, either, flag, many, record, ref, text, whole

VERSION = "1.4.2"
INSTRUCTIONS = (
    "Work with Git repositories on a code host: issues, pull requests, files, branches, workflow runs and "
    "releases. Read an issue or pull request before you change it."
)
PAGE_SIZE = 0

DEFINITIONS: dict[str, Schema] = {
    "ReviewComment": record(
        "One comment on a line of the diff.",
        "path line body",
        path=text("File the comment belongs to."),
        line=whole("Line number in the new version of the file.", 1),
        side=choice("Side of the diff.", "LEFT", "RIGHT"),
        body=text("Text of the comment in Markdown."),
    ),
    "FileChange": record(
        "",
        "path content",
        path=text("Path from the root of the repository."),
        content=text("Complete new content of the file."),
    ),
}

PARAMETERS: dict[str, Schema] = {
    "owner": text("Account that owns the repository, a user or an organization."),
    "repo": text("Name of the repository, without the owner."),
    "number": whole("Number of the issue or pull request, as shown after the # sign.", 1),
    "title": text("Title in one line."),
    "body": text("Text in Markdown."),
    "state": choice("Filter by state.", "open", "closed", "all"),
    "labels": many(text(), "Names of labels."),
    "assignees": many(text(), "Login names of the people to assign.", most=10),
    "milestone": either("Number of a milestone, or null to remove it.", whole("", 1), {"type": "null"}),
    "since": text("Only records updated at or after this moment.", form="date-time"),
    "sort": choice("Sort key.", "created", "updated", "comments"),
    "direction": choice("Sort direction.", "asc", "desc"),
    "page": whole("Page number, starting at 1.", 1),
    "per_page": whole("Results per page.", 1, 100),
    "reason": choice("Why the issue is closed.", "completed", "not_planned", "duplicate"),
    "head": text("Branch with the changes; `owner:branch` if it lies in a fork."),
    "base": text("Branch the changes are meant for."),
    "draft": flag("Open it as a draft."),
    "merge_method": choice("How the commits are brought into the base branch.", "merge", "squash", "rebase"),
    "sha": text("Commit or blob hash.", pattern="^[0-9a-f]{7,40}$"),
    "event": choice("Verdict of the review.", "APPROVE", "REQUEST_CHANGES", "COMMENT"),
    "comments": many(ref("ReviewComment"), "Comments on single lines."),
    "reviewers": many(text(), "Login names of the reviewers.", 1),
    "path": text("Path from the root of the repository; an empty path is the root itself."),
    "ref": text("Branch, tag or commit; the default branch if left out."),
    "branch": text("Name of the branch."),
    "from_branch": text("Branch or commit to start from; the default branch if left out."),
    "content": text("Complete new content of the file, as plain text."),
    "message": text("Commit message."),
    "files": many(ref("FileChange"), "Files to write in one commit.", 1),
    "query": text("Search text; qualifiers such as repo:, language: and is:open are understood."),
    "organization": text("Organization that shall own the fork; your own account if left out."),
    "private": flag("Whether only invited people can see the repository."),
    "description": text("Short description of the repository."),
    "workflow": text("File name of the workflow, e.g. build.yml, or its numeric id."),
    "run_id": whole("Numeric id of the workflow run.", 1),
    "run_status": choice("Only runs in this state.", "queued", "in_progress", "success", "failure", "cancelled"),
    "inputs": {
        "type": "object",
        "description": "Inputs of the workflow, by name.",
        "additionalProperties": {"type": "string"},
    },
    "failed_only": flag("Only the jobs that failed."),
    "tag": text("Tag of the release, e.g. v1.2.0."),
    "prerelease": flag("Mark the release as not ready for production."),
    "username": text("Login name."),
}

TABLE = """
# Issues
create_issue(owner*, repo*, title*, body, labels, assignees, milestone) write strict "Create issue"
    Create a new issue in a repository. Search with search_issues first, so that no duplicate is opened.
get_issue(owner*, repo*, number*) read "Get issue"
    Get one issue with its text, labels, assignees and state. Comments are listed by list_issue_comments.
list_issues(owner*, repo*, state=open, labels, since, sort, direction, page, per_page=30) read strict "List issues"
    List the issues of a repository. Pull requests are left out.
update_issue(owner*, repo*, number*, title, body, state, state_reason:reason, labels, assignees, milestone) write
    Change an issue. Only the fields that are given are changed; a list of labels replaces the old list.
    | To close an issue set `state` to closed and say why in `state_reason`.
add_issue_comment(owner*, repo*, number*, body*) write "Comment on issue"
    Add a comment to an issue or a pull request.
list_issue_comments(owner*, repo*, number*, since, page, per_page) read
    List the comments on an issue or pull request, oldest first.
search_issues(query*, sort, direction, page, per_page=30) read strict
    Search issues and pull requests across repositories.
    |
    | Examples:
    | - repo:acme/shop is:issue is:open label:bug
    | - is:pr author:kim review:required
    | - "out of memory" in:title created:>2025-01-01
assign_issue(owner*, repo*, number*, assignees*) write again
    Assign people to an issue.
lock_issue(owner*, repo*, number*) write

# Pull requests
create_pull_request(owner*, repo*, title*, head*, base*, body, draft=false) write strict "Open pull request"
    Open a pull request that asks to bring the commits of one branch into another.
get_pull_request(owner*, repo*, number*) read
    Get one pull request with its branches, state, checks and whether it can be merged.
list_pull_requests(owner*, repo*, state=open, head, base, sort, direction, page, per_page=30) read
    List the pull requests of a repository.
update_pull_request(owner*, repo*, number*, title, body, state, base) write
    Change title, text, state or base branch of a pull request.
merge_pull_request(owner*, repo*, number*, merge_method=merge, title, message, sha) destroy strict "Merge pull request"
    Merge a pull request. With `sha` the merge happens only if the head still is that commit.
list_pull_request_files(owner*, repo*, number*, page, per_page) read
    List the files a pull request changes, with added and removed lines and the patch of each.
get_pull_request_diff(owner*, repo*, number*) read
    Get the whole diff of a pull request as text. May be very long.
get_pull_request_status(owner*, repo*, number*) read
    Get the state of all checks on the newest commit of a pull request.
create_pull_request_review(owner*, repo*, number*, event*, body, comments, sha) write strict
    Review a pull request: approve it, ask for changes or only comment. Comments on lines may be given along.
list_pull_request_reviews(owner*, repo*, number*) read
    List reviews.
request_reviewers(owner*, repo*, number*, reviewers*) write again
    Ask people to review a pull request.
update_pull_request_branch(owner*, repo*, number*, sha) write
    Bring the newest commits of the base branch into the branch of a pull request.

# Files, commits and branches
get_file_contents(owner*, repo*, path*, ref) read "Read file or folder"
    Get the content of a file, or the entries of a folder, at a branch, tag or commit.
create_or_update_file(owner*, repo*, path*, content*, message*, branch*, sha) destroy strict
    Write one file and commit it. To replace an existing file, give the blob hash it has now in `sha`.
push_files(owner*, repo*, branch*, files*, message*) destroy strict
    Write several files in a single commit.
delete_file(owner*, repo*, path*, message*, branch*, sha*) destroy
    Delete a file and commit the deletion.
search_code(query*, page, per_page=30) read world "Search code"
    Search the code of all repositories you can see. Only default branches and files below 384 kB are searched.
    |
    | Example: "parse_config" repo:acme/shop language:python path:src
list_commits(owner*, repo*, sha:ref, path, author:username, since, page, per_page) read
    List the commits of a branch, newest first, optionally only those that touch a path.
get_commit(owner*, repo*, sha*) read
    Get one commit with its message, author, changed files and patch.
list_branches(owner*, repo*, page, per_page) read
    List branches.
create_branch(owner*, repo*, branch*, from_branch) write strict "Create branch"
    Create a branch from another branch or from a commit.

# Repositories
search_repositories(query*, sort, page, per_page) read world
    Search repositories by name, topic, language or number of stars.
create_repository(name:repo*, description, private=true, organization) write
    Create a new repository, empty except for a README file.
fork_repository(owner*, repo*, organization) write "Fork repository"
    Fork a repository to your account or to an organization.
get_me() read
    Get the account you are signed in with.

# Workflows
list_workflow_runs(owner*, repo*, workflow, branch, status:run_status, page, per_page) read
    List the runs of the workflows of a repository, newest first.
get_workflow_run_logs(owner*, repo*, run_id*, failed_only=true) read
    Get the log of a workflow run. By default only the jobs that failed, as logs can be long.
run_workflow(owner*, repo*, workflow*, ref*, inputs) write world
    Start a workflow that allows to be started by hand.
rerun_workflow(owner*, repo*, run_id*, failed_only) write
    Do it again.

# Releases
list_releases(owner*, repo*, page, per_page) read
    List the releases of a repository with their notes and files.
create_release(owner*, repo*, tag*, target:ref, name:title, body, draft, prerelease) write strict
    Create a release. The tag is created from the target if it does not exist yet.
"""

EXTRAS: dict[str, dict[str, object]] = {
    "get_me": {
        "outputSchema": record("", "login", login=text("Login name."), name=text("Full name."), id=whole("Numeric id."))
    },
}


def build() -> list[Tool]:
    """Return all 40 tools."""
    return tools(TABLE, PARAMETERS, definitions=DEFINITIONS, extras=EXTRAS)

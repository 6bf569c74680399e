"""Writes notebook.ipynb from notebook.py, and executes it: python make_notebook.py [OUT.ipynb]"""
import sys
from pathlib import Path

import nbformat
from nbclient import NotebookClient

HERE = Path(__file__).resolve().parent


def cells():
    """One a `# %%` of the script."""
    for text in (HERE / "notebook.py").read_text().split("# %%")[1:]:
        if text.startswith(" [markdown]"):
            lines = text.strip().splitlines()[1:]
            yield nbformat.v4.new_markdown_cell("\n".join(line.removeprefix("#").removeprefix(" ") for line in lines))
        else:
            yield nbformat.v4.new_code_cell(text.strip())


def main():
    notebook = nbformat.v4.new_notebook(cells=list(cells()))
    for number, cell in enumerate(notebook.cells):
        cell.id = f"cell-{number}"  # the same each time
    notebook.metadata["kernelspec"] = {"name": "python3", "display_name": "Python 3", "language": "python"}
    NotebookClient(notebook, timeout=300, kernel_name="python3", resources={"metadata": {"path": "."}}, record_timing=False).execute()
    nbformat.write(notebook, sys.argv[1] if len(sys.argv) > 1 else HERE / "notebook.ipynb")


if __name__ == "__main__":
    main()

"""CUDA's driver and run-time compiler through ctypes: a package over them takes longer to import.

Nothing else is imported, so that a GPU can wake up while the rest loads.
"""

from __future__ import annotations

import ctypes
import importlib.util
import threading
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

_DYNAMIC_SHARED_BYTES = 8
_SLEEP_WHILE_WAITING = 4
_OWN_STREAM = ctypes.c_void_p(2)
"""Each thread's own order of work: what one waits for does not hold up the others."""
_PROCESSORS, _MAJOR, _MINOR = 16, 75, 76


class NoGpuError(RuntimeError):
    """There is no GPU to compute on; the message says what is missing."""


def wake() -> threading.Thread:
    """Start the driver in the background: it takes about as long as the simulator takes to load."""

    def start() -> None:
        with suppress(NoGpuError):  # the command says it when it asks for the GPU
            Cuda()

    waking = threading.Thread(target=start, daemon=True)
    waking.start()
    return waking


class Cuda:
    """The first GPU of this machine; each thread has memory of its own there."""

    def __init__(self) -> None:
        self._driver = _driver()
        if self._driver.cuInit(0):
            raise NoGpuError("the NVIDIA driver finds no GPU on this machine")
        self._compiler = _compiler()
        device = ctypes.c_int()
        self._do("cuDeviceGet", ctypes.byref(device), 0)
        self._device = device
        self._driver.cuDevicePrimaryCtxSetFlags_v2(device, _SLEEP_WHILE_WAITING)
        self._context = ctypes.c_void_p()
        self._do("cuDevicePrimaryCtxRetain", ctypes.byref(self._context), device)
        name = ctypes.create_string_buffer(256)
        self._do("cuDeviceGetName", name, len(name), device)
        self.name = name.value.decode()
        self.processors = self._attribute(_PROCESSORS)
        self._memory = threading.local()

    def kernel(self, source: str, name: str, options: Sequence[str], shared_bytes: int) -> Any:
        """Compile a kernel that uses so much shared memory a block."""
        architecture = f"-arch=sm_{self._attribute(_MAJOR)}{self._attribute(_MINOR)}"
        code = self._compiled(source, ("--std=c++17", architecture, *options))
        self._enter()
        module, kernel = ctypes.c_void_p(), ctypes.c_void_p()
        self._do("cuModuleLoadData", ctypes.byref(module), code)
        self._do("cuModuleGetFunction", ctypes.byref(kernel), module, name.encode())
        self._do("cuFuncSetAttribute", kernel, _DYNAMIC_SHARED_BYTES, shared_bytes)
        return kernel

    def launch(
        self, kernel: Any, blocks: int, threads: int, shared_bytes: int, arguments: Sequence[Any]
    ) -> None:
        """Start a kernel; its arguments are ctypes values or numpy arrays passed by value."""
        self._enter()
        places = (ctypes.c_void_p * len(arguments))(*map(_address, arguments))
        grid, block = (blocks, 1, 1), (threads, 1, 1)
        self._do("cuLaunchKernel", kernel, *grid, *block, shared_bytes, _OWN_STREAM, places, None)

    def memory(self, name: str, size: int) -> ctypes.c_uint64:
        """This thread's memory of that name on the GPU, at least so many bytes, kept for later."""
        self._enter()
        kept: dict[str, tuple[int, ctypes.c_uint64]] = self._memory.__dict__
        had, place = kept.get(name, (0, ctypes.c_uint64()))
        if had < size:
            if had:
                self._do("cuMemFree_v2", place)
            self._do("cuMemAlloc_v2", ctypes.byref(place), ctypes.c_size_t(size))
            kept[name] = size, place
        return place

    def clear(self, place: ctypes.c_uint64, size: int) -> None:
        """Fill memory of the GPU with zeros."""
        self._do("cuMemsetD8Async", place, 0, ctypes.c_size_t(size), _OWN_STREAM)

    def upload(self, array: Any, place: ctypes.c_uint64) -> None:
        """Copy a numpy array to the GPU."""
        where = ctypes.c_void_p(array.ctypes.data)
        self._do("cuMemcpyHtoDAsync_v2", place, where, ctypes.c_size_t(array.nbytes), _OWN_STREAM)

    def download(self, place: ctypes.c_uint64, array: Any) -> None:
        """Wait for the kernel and fill a numpy array from the GPU."""
        where = ctypes.c_void_p(array.ctypes.data)
        self._do("cuMemcpyDtoHAsync_v2", where, place, ctypes.c_size_t(array.nbytes), _OWN_STREAM)
        self._do("cuStreamSynchronize", _OWN_STREAM)

    def _enter(self) -> None:
        """A thread must say which GPU it means."""
        self._do("cuCtxSetCurrent", self._context)

    def _attribute(self, number: int) -> int:
        found = ctypes.c_int()
        self._do("cuDeviceGetAttribute", ctypes.byref(found), number, self._device)
        return found.value

    def _do(self, name: str, *arguments: Any) -> None:
        """Call the driver, and raise what it complains about."""
        code = self._driver[name](*arguments)
        if code:
            text = ctypes.c_char_p()
            self._driver.cuGetErrorString(code, ctypes.byref(text))
            raise RuntimeError(f"{name}: {(text.value or b'unknown').decode()}")

    def _compiled(self, source: str, options: Sequence[str]) -> bytes:
        """Machine code; the compiler keeps what it compiled before."""
        compiler, program = self._compiler, ctypes.c_void_p()
        compiler.nvrtcCreateProgram(
            ctypes.byref(program), source.encode(), b"puntobanco.cu", 0, None, None
        )
        words = (ctypes.c_char_p * len(options))(*(option.encode() for option in options))
        failed = compiler.nvrtcCompileProgram(program, len(options), words)
        what = "ProgramLog" if failed else "CUBIN"
        size = ctypes.c_size_t()
        compiler[f"nvrtcGet{what}Size"](program, ctypes.byref(size))
        text = ctypes.create_string_buffer(size.value)
        compiler[f"nvrtcGet{what}"](program, text)
        compiler.nvrtcDestroyProgram(ctypes.byref(program))
        if failed:
            raise RuntimeError(f"the kernel does not compile: {text.value.decode()}")
        return text.raw


def _address(argument: Any) -> int:
    found: int = argument.ctypes.data if hasattr(argument, "ctypes") else ctypes.addressof(argument)
    return found


def _driver() -> ctypes.CDLL:
    try:
        return ctypes.CDLL("libcuda.so.1")
    except OSError as error:
        raise NoGpuError("there is no NVIDIA driver on this machine") from error


def _compiler() -> ctypes.CDLL:
    """NVRTC: from its wheel where that is installed, else the system's."""
    packages = importlib.util.find_spec("nvidia")
    folders = packages.submodule_search_locations or [] if packages else []
    wheels = [str(path) for folder in folders for path in Path(folder).glob("*/lib/libnvrtc.so.*")]
    for name in (*wheels, "libnvrtc.so.13", "libnvrtc.so.12"):
        try:
            return ctypes.CDLL(name)
        except OSError:
            continue
    raise NoGpuError("there is no NVIDIA compiler here; install puntobanco[gpu]")
